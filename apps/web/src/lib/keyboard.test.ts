import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEscapeStack } from './escape-stack.ts';
import { createKeyboard, keyName } from './keyboard.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    metaKey: false,
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    defaultPrevented: false,
    isComposing: false,
    target: null,
    preventDefault: () => undefined,
    ...more,
  }) as KeyboardEvent;

vi.stubGlobal('HTMLElement', class {});

describe('names of keys', () => {
  it('takes Cmd and Ctrl for one, and names Shift only for letters and named keys', () => {
    expect(keyName(press('k', { metaKey: true }))).toBe('mod+k');
    expect(keyName(press('K', { ctrlKey: true, shiftKey: true }))).toBe('mod+shift+k');
    expect(keyName(press('?', { shiftKey: true }))).toBe('?');
    expect(keyName(press('Enter', { shiftKey: true }))).toBe('shift+Enter');
  });
});

describe('the registry', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const binding = (keys: string, run: () => void) => ({ keys, label: keys, group: 'g', run });

  it('runs the last registered, and nothing once it is taken away', () => {
    const keyboard = createKeyboard();
    const first = vi.fn();
    const second = vi.fn();
    keyboard.register([binding('j', first)], 0);
    const leave = keyboard.register([binding('j', second)], 0);
    keyboard.press(press('j'));
    leave();
    keyboard.press(press('j'));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });
  it('leaves a key to the browser while its binding does not apply', () => {
    const keyboard = createKeyboard();
    const run = vi.fn();
    let applies = false;
    keyboard.register([{ ...binding('ArrowDown', run), when: () => applies }], 0);
    expect(keyboard.press(press('ArrowDown'))).toBe(false);
    applies = true;
    expect(keyboard.press(press('ArrowDown'))).toBe(true);
    expect(run).toHaveBeenCalledTimes(1);
  });
  it('runs two keys after each other within a moment', () => {
    const keyboard = createKeyboard();
    const run = vi.fn();
    keyboard.register([binding('g o', run)], 0);
    keyboard.press(press('g'));
    expect(keyboard.press(press('o'))).toBe(true);
    keyboard.press(press('g'));
    vi.advanceTimersByTime(1000);
    expect(keyboard.press(press('o'))).toBe(false);
    expect(run).toHaveBeenCalledTimes(1);
  });
  it('silences lower layers while a higher one is open', () => {
    const keyboard = createKeyboard();
    const below = vi.fn();
    keyboard.register([binding('x', below)], 0);
    const layer = keyboard.openLayer();
    expect(keyboard.press(press('x'))).toBe(false);
    keyboard.closeLayer(layer);
    expect(keyboard.press(press('x'))).toBe(true);
  });
});

describe('Escape', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('B041, B075: closes the top only, and rests for 100 ms before the next', () => {
    const listeners = new Set<(event: KeyboardEvent) => void>();
    const stack = createEscapeStack(() => ({
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    }));
    const pressEscape = () => {
      for (const listener of [...listeners]) listener(press('Escape'));
    };
    const closed: string[] = [];
    stack.push(() => closed.push('lower'));
    const leaveUpper = stack.push(() => {
      closed.push('upper');
      leaveUpper();
    });
    pressEscape();
    expect(closed).toEqual(['upper']);
    vi.advanceTimersByTime(50);
    pressEscape();
    expect(closed).toEqual(['upper']);
    vi.advanceTimersByTime(100);
    pressEscape();
    expect(closed).toEqual(['upper', 'lower']);
  });
});
