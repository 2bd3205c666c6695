import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.tsx';
import { type KeyBinding, keyboard } from '../../lib/keyboard.ts';
import classes from './keyboard-help.module.css';

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
const SIGNS: Record<string, string> = {
  mod: MAC ? '⌘' : 'Ctrl',
  shift: MAC ? '⇧' : 'Shift',
  alt: MAC ? '⌥' : 'Alt',
  Escape: 'Esc',
};

/** Each stroke as the signs on its keys: `g o` is two strokes, `mod+k` one of two keys. */
export function strokes(keys: string): string[][] {
  return keys
    .split(' ')
    .map((stroke) => stroke.split('+').map((key) => SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key)));
}

/** All keys that work on this screen, under their headings. */
export default function KeyboardHelp({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('shell');
  const groups = useMemo(() => {
    const found = new Map<string, KeyBinding[]>();
    for (const binding of keyboard.list()) {
      if (binding.hidden) continue;
      found.set(binding.group, [...(found.get(binding.group) ?? []), binding]);
    }
    return [...found];
  }, []);
  return (
    <Dialog open onClose={onClose} title={t('keys.help')} width={560}>
      <div className={classes.groups}>
        {groups.map(([name, bindings]) => (
          <section key={name}>
            <h3 className={classes.name}>{name}</h3>
            <dl>
              {bindings.map((binding) => (
                <div key={binding.keys} className={classes.line}>
                  <dt>{binding.label}</dt>
                  {/* Keys are pressed in the order of the keyboard, whatever way the words run. */}
                  <dd dir="ltr">
                    {strokes(binding.keys).map((stroke) => (
                      <span key={stroke.join()} className={classes.stroke}>
                        {stroke.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
