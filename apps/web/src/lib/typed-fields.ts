/** Input of a form by field name. */
export type Typed = Record<string, string>;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether a field's value may be stored: no secret, no file, and editable. */
function isKept(element: Element): element is Field {
  if (element instanceof HTMLSelectElement) return element.name !== '' && !element.disabled;
  if (element instanceof HTMLTextAreaElement) return element.name !== '' && !element.readOnly;
  return (
    element instanceof HTMLInputElement &&
    element.name !== '' &&
    !element.readOnly &&
    !element.disabled &&
    ['text', 'email', 'url', 'tel', 'search', 'number'].includes(element.type)
  );
}

const given = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? (([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '')
    : field.defaultValue;

const fieldsOf = (form: HTMLFormElement): Field[] => [...form.elements].filter(isKept);

/** Fields whose value differs from the initial one. */
export function typedIn(form: HTMLFormElement): Typed {
  const changed = fieldsOf(form).filter((field) => field.value !== given(field));
  return Object.fromEntries(changed.map((field) => [field.name, field.value]));
}

/** Restores stored input. Returns whether the form changed. */
export function restoreFields(form: HTMLFormElement, typed: Typed): boolean {
  const changed = fieldsOf(form).filter(({ name, value }) => typed[name] !== undefined && typed[name] !== value);
  for (const field of changed) {
    const { value } = field;
    field.value = typed[field.name] ?? '';
    // The stored choice is no longer available.
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = value;
  }
  return Object.keys(typedIn(form)).length > 0;
}
