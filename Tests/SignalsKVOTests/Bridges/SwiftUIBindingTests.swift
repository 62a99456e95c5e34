#if canImport(SwiftUI)
  import Signals
  import SignalsKVO
  import SwiftUI
  import Testing

  // Like what they try, these have been type-checked on Linux, but not run.
  @Suite("Bindings of SwiftUI as ends", .leavesNothing) @MainActor struct SwiftUIBindingTests {
    @MainActor private final class Model: Observable {
      @Observed var name = "Ada"
    }

    private final class Field {
      @Observed var text = ""
    }

    private func binding(to model: Model) -> Binding<String> {
      Binding(get: { @MainActor in model.name }, set: { @MainActor name in model.name = name })
    }

    @Test func `one may be the end that is named first (B1)`() {
      let (model, field) = (Model(), Field())
      let binding = bind(
        self.binding(to: model), to: field, \.text, initially: .fromFirst)
      #expect(field.text == "Ada")
      field.text = "Grace"
      #expect(model.name == "Grace")
      model.name = "Barbara"
      #expect(field.text == "Barbara")
      withExtendedLifetime(binding) {}
    }

    @Test func `one may be the end that is named second (B1)`() {
      let (model, field) = (Model(), Field())
      let binding = bind(field, \.text, to: self.binding(to: model))
      #expect(field.text == "Ada")
      field.text = "Grace"
      #expect(model.name == "Grace")
      withExtendedLifetime(binding) {}
    }

    @Test func `one may be bound to a property of any thread`() {
      let model = Model()
      let property = Property("Grace")
      let binding = bind(self.binding(to: model), to: property)
      #expect(model.name == "Grace")
      property.value = "Barbara"
      #expect(model.name == "Barbara")
      withExtendedLifetime(binding) {}
    }

    @Test func `SwiftUI makes bindings of observed properties itself, where the class is Observable (K10)`() {
      let model = Model()
      let field = Field()
      let bindable = Bindable(model)
      let binding = bind(field, \.text, to: bindable.name)
      field.text = "Grace"
      #expect(model.name == "Grace")
      withExtendedLifetime(binding) {}
    }
  }
#endif
