#if canImport(SwiftUI)
  import Signals
  import SignalsKVO
  import SwiftUI
  import Testing

  // These tests, like the code they test, have been type-checked on Linux, but not run.
  @Suite("SwiftUI bindings as ends", .leavesNothing) @MainActor struct SwiftUIBindingTests {
    @MainActor private final class Model: Observable {
      @Observed var name = "Ada"
    }

    private final class Field {
      @Observed var text = ""
    }

    private func binding(to model: Model) -> Binding<String> {
      Binding(get: { @MainActor in model.name }, set: { @MainActor name in model.name = name })
    }

    @Test func `a SwiftUI binding may be the first end (B1)`() {
      let (model, field) = (Model(), Field())
      let binding = bind(
        self.binding(to: model), to: LocalEnd(field, \.text), initially: .fromFirst)
      expect(field.text, equals: "Ada")
      field.text = "Grace"
      expect(model.name, equals: "Grace")
      model.name = "Barbara"
      expect(field.text, equals: "Barbara")
      withExtendedLifetime(binding) {}
    }

    @Test func `a SwiftUI binding may be the second end (B1)`() {
      let (model, field) = (Model(), Field())
      let binding = bind(field, \.text, to: self.binding(to: model))
      expect(field.text, equals: "Ada")
      field.text = "Grace"
      expect(model.name, equals: "Grace")
      withExtendedLifetime(binding) {}
    }

    @Test func `a SwiftUI binding may be bound to a Property`() {
      let model = Model()
      let property = Property("Grace")
      let binding = bind(self.binding(to: model), to: property)
      expect(model.name, equals: "Grace")
      property.value = "Barbara"
      expect(model.name, equals: "Barbara")
      withExtendedLifetime(binding) {}
    }

    @Test func `a property and a part give SwiftUI bindings that read and set them (K10)`() {
      struct Settings: Sendable, Equatable { var name = "Ada", isLoud = false }
      let settings = Property(Settings())
      let (whole, name) = (settings.binding, settings.part(\.name).binding)
      name.wrappedValue = "Grace"
      expect(whole.wrappedValue, equals: Settings(name: "Grace"))
      whole.wrappedValue.isLoud = true
      expect(settings.value, equals: Settings(name: "Grace", isLoud: true))
      settings.value.name = "Barbara"
      expect(name.wrappedValue, equals: "Barbara")
    }

    @Test func `SwiftUI's Bindable makes bindings of observed properties of an Observable class (K10)`() {
      let model = Model()
      let field = Field()
      let bindable = Bindable(model)
      let binding = bind(field, \.text, to: bindable.name)
      field.text = "Grace"
      expect(model.name, equals: "Grace")
      withExtendedLifetime(binding) {}
    }
  }
#endif
