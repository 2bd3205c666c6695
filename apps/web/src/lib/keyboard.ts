/**
 * Registry of all keyboard shortcuts; the help on `?` lists exactly the working ones. A drawer or dialog opens a layer
 * that disables the keys of lower layers.
 */
export interface KeyBinding {
  /** `j`, `shift+x`, `mod+k` (Cmd on a Mac, Ctrl elsewhere), or a sequence: `g o`. */
  keys: string;
  /** Description in the interface language. */
  label: string;
  /** Heading in the help. */
  group: string;
  run(event: KeyboardEvent): void;
  /** Active while typing in a field too. */
  inFields?: boolean;
  /** Works but is not listed in the help. */
  hidden?: boolean;
  /** Leaves the key to the browser while it returns false. */
  when?(): boolean;
}

interface Registered extends KeyBinding {
  layer: number;
}

const SEQUENCE_MS = 900;

/** Name of a pressed key as used in bindings. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const parts: string[] = [];
  if (event.metaKey || event.ctrlKey) parts.push('mod');
  if (event.altKey) parts.push('alt');
  // Shift is implied by characters such as `?`, so it is named only for letters and named keys.
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
    /** @returns a function that removes the bindings. */
    register(list: readonly KeyBinding[], layer: number): () => void {
      const added = list.map((binding) => ({ ...binding, layer }));
      for (const one of added) bindings.add(one);
      changed();
      return () => {
        for (const one of added) bindings.delete(one);
        changed();
      };
    },
    /**
     * Opens a layer above all others.
     *
     * @returns its number.
     */
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
    /**
     * Runs the binding of a pressed key.
     *
     * @returns whether there was one.
     */
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
    /** The active bindings, for the help. */
    list: (): readonly KeyBinding[] => snapshot,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The keyboard of this page. */
export const keyboard = createKeyboard();

/** Starts listening; called once by the app. */
export function startKeyboard(target: Pick<Document, 'addEventListener'> = document): void {
  target.addEventListener('keydown', (event) => void keyboard.press(event as KeyboardEvent));
}
