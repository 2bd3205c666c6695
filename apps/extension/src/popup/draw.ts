type Child = Node | string | null | false;
interface Props {
  class?: string;
  /** Writes what a screen reader says where the words are not enough. */
  label?: string;
  href?: string;
  src?: string;
  open?: boolean;
  disabled?: boolean;
  role?: string;
  /** Direction of what people wrote themselves: by its own letters. */
  dir?: 'auto' | 'ltr';
  onClick?: (button: HTMLButtonElement) => void;
}

/** An element with what is in it. Texts are always texts: nothing of a page becomes markup here. */
export function draw<K extends keyof HTMLElementTagNameMap>(
  name: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (props.class) element.className = props.class;
  if (props.label) element.setAttribute('aria-label', props.label);
  if (props.role) element.setAttribute('role', props.role);
  if (props.dir) element.dir = props.dir;
  if (element instanceof HTMLAnchorElement && props.href) {
    element.href = props.href;
    element.target = '_blank';
    element.rel = 'noreferrer';
  }
  if (element instanceof HTMLImageElement && props.src) {
    element.alt = '';
    element.referrerPolicy = 'no-referrer';
    element.src = props.src;
    // A picture that does not come leaves its ground.
    element.onerror = () => element.removeAttribute('src');
  }
  if (element instanceof HTMLDetailsElement) element.open = props.open ?? false;
  if (element instanceof HTMLButtonElement) {
    element.type = 'button';
    element.disabled = props.disabled ?? false;
    const { onClick } = props;
    if (onClick) element.onclick = () => onClick(element);
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}
