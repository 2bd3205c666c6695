import { Checkbox } from '@mantine/core';
import { Fragment, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.tsx';
import { type KeyBinding, keyboard } from '../../lib/keyboard.ts';
import { rowKeys } from '../../lib/row-keys.ts';
import classes from './keyboard-help.module.css';

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
const SIGNS: Record<string, string> = {
  mod: MAC ? '⌘' : 'Ctrl',
  shift: MAC ? '⇧' : 'Shift',
  alt: MAC ? '⌥' : 'Alt',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
};

/** Each stroke as the signs on its keys: `g o` is two strokes, `mod+k` one of two keys. */
export function strokes(keys: string): string[][] {
  return keys
    .split(' ')
    .map((stroke) => stroke.split('+').map((key) => SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key)));
}

/** The bindings by group, one line per label: keys that do the same share it. */
function helpGroups(bindings: readonly KeyBinding[]): { name: string; lines: { label: string; keys: string[] }[] }[] {
  const found = new Map<string, Map<string, string[]>>();
  for (const { hidden, group, label, keys } of bindings) {
    if (hidden) continue;
    const lines = found.get(group) ?? new Map<string, string[]>();
    lines.set(label, [...(lines.get(label) ?? []), keys]);
    found.set(group, lines);
  }
  return [...found].map(([name, lines]) => ({ name, lines: [...lines].map(([label, keys]) => ({ label, keys })) }));
}

/** All keys that work on this screen, under their headings. */
export default function KeyboardHelp({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['shell', 'palette', 'common']);
  const bindings = useSyncExternalStore(keyboard.watch, keyboard.list);
  const jDown = useSyncExternalStore(rowKeys.watch, rowKeys.jMovesDown);
  const groups = helpGroups(bindings);
  const list = t('common:keys.list');
  return (
    <Dialog open onClose={onClose} title={t('keys.help')} width={560}>
      <div className={classes.groups}>
        {groups.map(({ name, lines }) => (
          <section key={name}>
            <h3 className={classes.name}>{name}</h3>
            <dl>
              {lines.map(({ label, keys }) => (
                <div key={label} className={classes.line}>
                  <dt>{label}</dt>
                  {/* Keys are pressed in the order of the keyboard, whatever way the words run. */}
                  <dd dir="ltr">
                    {keys.map((one, at) => (
                      <Fragment key={one}>
                        {at > 0 ? <span className={classes.or}>/</span> : null}
                        {strokes(one).map((stroke) => (
                          <span key={stroke.join()} className={classes.stroke}>
                            {stroke.map((key) => (
                              <kbd key={key}>{key}</kbd>
                            ))}
                          </span>
                        ))}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
            {name === list ? (
              <Checkbox
                mt={8}
                size="xs"
                checked={jDown}
                label={t('palette:jMovesDown')}
                onChange={(event) => rowKeys.setJMovesDown(event.currentTarget.checked)}
              />
            ) : null}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
