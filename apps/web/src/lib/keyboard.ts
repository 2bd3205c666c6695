/**
 * All keys of the app in one registry: what is registered works, and what works is shown by the help on `?`.
 * A drawer or dialog opens a layer; keys of lower layers are silent until it closes.
 */
export interface KeyBinding {
  /** `j`, `shift+x`, `mod+k` (Cmd on a Mac, Ctrl elsewhere), or two keys after each other: `g o`. */
  keys: string;
  /** What it does, in the language of the screen. */
  label: string;
  /** Heading in the help. */
  group: string;
  run(event: KeyboardEvent): void;
  /** Also while a field is being typed in. */
  inFields?: boolean;
  /** Works, but is not told in the help. */
  hidden?: boolean;
  /** Leaves the key to the browser while it returns false. */
  when?(): boolean;
}

interface Registered extends KeyBinding {
  layer: number;
}

const SEQUENCE_MS = 900;

/** The name of a pressed key as bindings write it. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const parts: string[] = [];
  if (event.metaKey || event.ctrlKey) parts.push('mod');
  if (event.altKey) parts.push('alt');
  // Shift is already in signs such as `?`; it is named only for letters and named keys.
  if (event.shiftKey && (/^[a-z]$/.test(key) || event.key.length > 1)) parts.push('shift');
  parts.push(key);
  return parts.join('+');
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
}

export function createKeyboard() {
  const bindings = new Set<Registered>();
  const watchers = new Set<() => void>();
  const layers: number[] = [0];
  let nextLayer = 1;
  let pending = '';
  let pendingTimer: ReturnType<typeof setTimeout> | undefined;
  let snapshot: readonly KeyBinding[] = [];

  function changed(): void {
    const top = layers.at(-1);
    snapshot = [...bindings].filter((binding) => binding.layer === top || binding.layer === 0);
    for (const watcher of watchers) watcher();
  }

  function find(name: string, field: boolean): Registered | undefined {
    const top = layers.at(-1);
    return [...bindings].findLast(
      (one) =>
        one.keys === name &&
        one.layer === top &&
        (!field || one.inFields === true) &&
        (one.when === undefined || one.when()),
    );
  }

  return {
    /** @returns takes the bindings away again. */
    register(list: readonly KeyBinding[], layer: number): () => void {
      const added = list.map((binding) => ({ ...binding, layer }));
      for (const one of added) bindings.add(one);
      changed();
      return () => {
        for (const one of added) bindings.delete(one);
        changed();
      };
    },
    /** Opens a layer above all others; @returns its number. */
    openLayer(): number {
      const layer = nextLayer++;
      layers.push(layer);
      changed();
      return layer;
    },
    closeLayer(layer: number): void {
      const at = layers.indexOf(layer);
      if (at > 0) layers.splice(at, 1);
      changed();
    },
    /** Runs what belongs to a pressed key; @returns whether anything did. */
    press(event: KeyboardEvent): boolean {
      if (event.defaultPrevented || event.isComposing) return false;
      const name = keyName(event);
      const field = isField(event.target);
      const sequence = pending ? `${pending} ${name}` : '';
      pending = '';
      clearTimeout(pendingTimer);
      const found = (sequence && find(sequence, field)) || find(name, field);
      if (found) {
        event.preventDefault();
        found.run(event);
        return true;
      }
      const top = layers.at(-1);
      if (!field && [...bindings].some((one) => one.layer === top && one.keys.startsWith(`${name} `))) {
        pending = name;
        pendingTimer = setTimeout(() => {
          pending = '';
        }, SEQUENCE_MS);
      }
      return false;
    },
    /** What works now, for the help. */
    list: (): readonly KeyBinding[] => snapshot,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The keyboard of this page. */
export const keyboard = createKeyboard();

/** Begins to listen; called once by the app. */
export function startKeyboard(target: Pick<Document, 'addEventListener'> = document): void {
  target.addEventListener('keydown', (event) => void keyboard.press(event as KeyboardEvent));
}
