// The declarations of the Objective-C runtime that this package uses. `.ci/apple` checks the types of the code for Apple
// platforms against them: nothing here is ever run.

__attribute__((objc_root_class))
@interface NSObject
- (instancetype _Nonnull)init;
@end

typedef enum __attribute__((enum_extensibility(open))) objc_AssociationPolicy : unsigned long {
  OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
} objc_AssociationPolicy;

id _Nullable objc_getAssociatedObject(id _Nonnull object, const void *_Nonnull key);
void objc_setAssociatedObject(
  id _Nonnull object, const void *_Nonnull key, id _Nullable value, objc_AssociationPolicy policy);

typedef struct objc_property *objc_property_t;
objc_property_t _Nullable class_getProperty(Class _Nullable cls, const char *_Nonnull name);
const char *_Nullable property_getAttributes(objc_property_t _Nonnull property);
