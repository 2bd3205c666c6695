/**
 * Tooltips (`data-hint="Archive"`, with `data-keys="E"` for a shortcut), shown after a short hover and immediately on
 * keyboard focus. One element serves the whole page, so that a table of a thousand rows has no tooltip components.
 */
const WAIT_MS = 350;
const GAP = 6;

export function startTooltips(): void {
  const bubble = document.createElement('div');
  bubble.className = 'hint';
  bubble.setAttribute('role', 'presentation');
  bubble.hidden = true;
  document.body.append(bubble);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shownFor: Element | null = null;

  function show(host: HTMLElement): void {
    const text = host.dataset.hint;
    if (!text || !host.isConnected) return;
    shownFor = host;
    bubble.textContent = text;
    if (host.dataset.keys) {
      const key = document.createElement('kbd');
      key.textContent = host.dataset.keys;
      bubble.append(' ', key);
    }
    bubble.hidden = false;
    const at = host.getBoundingClientRect();
    const own = bubble.getBoundingClientRect();
    const below = at.bottom + GAP + own.height < innerHeight;
    const top = below ? at.bottom + GAP : at.top - GAP - own.height;
    const left = Math.min(
      Math.max(8, at.left + at.width / 2 - own.width / 2),
      document.body.clientWidth - own.width - 8,
    );
    bubble.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
  function hide(): void {
    clearTimeout(timer);
    shownFor = null;
    bubble.hidden = true;
  }
  const hostOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;

  document.addEventListener('pointerover', (event) => {
    const host = hostOf(event.target);
    if (host === shownFor && host) return;
    hide();
    if (host && event.pointerType !== 'touch') timer = setTimeout(() => show(host), WAIT_MS);
  });
  document.addEventListener('focusin', (event) => {
    const host = hostOf(event.target);
    if (host?.matches(':focus-visible')) show(host);
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('pointerdown', hide);
  document.addEventListener('scroll', hide, { capture: true, passive: true });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide());
}
