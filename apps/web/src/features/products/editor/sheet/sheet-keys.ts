import type { Move } from './selection.ts';

export type SheetCommand =
  | { do: 'move'; move: Move; extend: boolean }
  | { do: 'next'; by: 1 | -1 }
  | { do: 'all' | 'fill' | 'clear' | 'collapse' | 'undo' | 'redo' };

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const PLAIN: Partial<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
};
const WITH_MOD: Partial<Record<string, Move>> = { ArrowUp: 'top', ArrowDown: 'bottom', Home: 'top', End: 'bottom' };

function moveFor({ key }: Press, mod: boolean, rtl: boolean): Move | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isBack = (key === 'ArrowLeft') !== rtl;
    if (mod) return isBack ? 'first' : 'last';
    return isBack ? 'back' : 'on';
  }
  return (mod ? WITH_MOD : PLAIN)[key];
}

const COMMANDS: Partial<Record<string, SheetCommand['do'] & ('all' | 'fill' | 'undo' | 'redo')>> = {
  a: 'all',
  d: 'fill',
  z: 'undo',
  y: 'redo',
};

/**
 * What a key does in the table. `editing`: a text is being typed, so keys that move within it are the field's own.
 * undefined: left to the browser.
 */
export function commandFor(press: Press, at: { editing: boolean; rtl: boolean }): SheetCommand | undefined {
  const { key, shiftKey, altKey } = press;
  const mod = press.ctrlKey || press.metaKey;
  if (altKey) return undefined;
  if (key === 'Tab' && !mod) return { do: 'next', by: shiftKey ? -1 : 1 };
  if (key === 'Enter' && !mod) return { do: 'move', move: shiftKey ? 'up' : 'down', extend: false };
  if (at.editing) {
    const isLine = (key === 'ArrowUp' || key === 'ArrowDown') && !mod && !shiftKey;
    return isLine ? { do: 'move', move: key === 'ArrowUp' ? 'up' : 'down', extend: false } : undefined;
  }
  const move = moveFor(press, mod, at.rtl);
  if (move) return { do: 'move', move, extend: shiftKey };
  if (key === 'Escape') return { do: 'collapse' };
  if (!mod) return key === 'Delete' || key === 'Backspace' ? { do: 'clear' } : undefined;
  const command = COMMANDS[key.toLowerCase()];
  if (command === 'undo' && shiftKey) return { do: 'redo' };
  return command && { do: command };
}
