import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import type { CallData } from '../../lib/api.ts';
import { connectorName } from '../../lib/connectors.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { isSingle } from './act-words.ts';
import classes from './audit.module.css';

type Entry = CallData<'GET /audit'>['items'][number];

/** What an entry is about, as an owner calls it. */
function useEntryName() {
  const { t } = useTranslation('audit');
  const { money } = useFormats();
  return ({ entity, entity_id: id, entity_name: name, after }: Entry): string => {
    if (entity === 'workspace' || entity === 'webhook' || entity === 'ownership') return name || t(`entity.${entity}`);
    if (isSingle(entity)) return t(`entity.${entity}`);
    if (entity === 'topup') {
      const { amount, currency } = after ?? {};
      const sum = typeof amount === 'number' && typeof currency === 'string' ? money({ amount, currency }) : '';
      return [sum, connectorName(name)].filter(Boolean).join(' · ');
    }
    return name || id.slice(-8);
  };
}

/** The sandbox's wallet and top-ups are marked; other things say it on their pages. */
const isSandbox = ({ entity, entity_id: id, after }: Entry): boolean =>
  (entity === 'wallet' && id === 'sandbox') || (entity === 'topup' && after?.mode === 'sandbox');

/** The name of an entry's thing, with a link to its page. */
export function EntryName({ entry }: { entry: Entry }) {
  const router = useRouter();
  const name = useEntryName()(entry);
  const { link } = entry;
  return (
    <span className={classes.name}>
      {link ? (
        <a
          href={link}
          className={classes.link}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            router.history.push(link);
          }}
        >
          <bdi>{name}</bdi>
        </a>
      ) : (
        <bdi>{name}</bdi>
      )}
      {isSandbox(entry) ? <SandboxTag /> : null}
    </span>
  );
}
