import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../../kit/choice-list.tsx';
import { Pop } from '../../../kit/pop.tsx';
import type { LinkedStore } from '../../../lib/account.ts';
import { errorText } from '../../../lib/api.ts';
import { type Publication, storePublications } from './publications.ts';
import classes from './push-drawer.module.css';

interface Props {
  store: LinkedStore;
  /** Absent: all of the store. */
  chosen: readonly { id: string; handle: string }[] | undefined;
  onChange(chosen: readonly Publication[] | undefined): void;
}

/** In which of a Shopify store's sales channels the products are shown; all of them unless chosen. */
export function PublicationChoice({ store, chosen, onChange }: Props) {
  const { t } = useTranslation('products');
  const { data, error, isPending } = useQuery(storePublications(store.id));
  if (error) {
    return (
      <p className={classes.note} role="status">
        {t('push.publications.failed', { store: store.store_name, reason: errorText(error) })}
      </p>
    );
  }
  const all = data ?? [];
  const on = chosen ? all.filter((one) => chosen.some(({ id }) => id === one.id)) : all;
  return (
    <Pop
      label={t('push.publications.label', { store: store.store_name })}
      width={300}
      trigger={(props) => (
        <button type="button" className={classes.publications} disabled={isPending} {...props}>
          <span className={classes.note}>{t('push.publications.label', { store: store.store_name })}</span>
          <span>
            {on.length === all.length
              ? t('push.publications.all', { count: all.length })
              : t('push.publications.some', { count: on.length, all: all.length })}
          </span>
          <ChevronDown size={14} aria-hidden />
        </button>
      )}
    >
      {() => (
        <ChoiceList
          many
          label={t('push.publications.label', { store: store.store_name })}
          choices={all.map((one) => ({ value: one.id, label: one.name || one.handle }))}
          chosen={on.map((one) => one.id)}
          emptyText={t('push.publications.none')}
          onChange={(ids) => {
            if (ids.length === 0) return;
            const next = all.filter((one) => ids.includes(one.id));
            onChange(next.length === all.length ? undefined : next);
          }}
        />
      )}
    </Pop>
  );
}
