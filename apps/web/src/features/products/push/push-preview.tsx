import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LinkedStore } from '../../../lib/account.ts';
import { api, type CallBody, type CallData } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { isolated } from '../isolated.ts';
import { useFieldValue } from '../listings/field-value.ts';
import classes from './push-preview.module.css';

interface Props {
  stores: readonly LinkedStore[];
  /** As the push would be requested. */
  request: CallBody<'POST /center/products/push-preview'>;
}

/** What the push would write in each store that has some of the products already. */
export default function PushPreview({ stores, request }: Props) {
  const { t } = useTranslation('storeFields');
  const { timeAgo } = useFormats();
  const { data } = useQuery({
    queryKey: queryKeys.part('listings', 'push-preview', request),
    queryFn: ({ signal }) => api('POST /center/products/push-preview', { body: request, signal }),
    placeholderData: (before) => before,
  });
  const read = useMutation({
    mutationFn: (ids: string[]) =>
      api('POST /center/products/listings/fields/read', { body: { listing_ids: ids.slice(0, 500) } }),
  });
  const there = data?.stores.filter((one) => one.updates + one.unchanged + one.creates_again > 0) ?? [];
  if (there.length === 0) return null;
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <h4 className={classes.title}>{t('preview.title')}</h4>
      {there.map((one) => {
        const store = stores.find(({ id }) => id === one.store_id);
        return (
          <div key={one.store_id} className={classes.store}>
            <strong>{isolated(store?.store_name || store?.platform_domain || '')}</strong>
            <ul className={classes.lines}>
              {one.creates > 0 ? <li>{t('preview.creates', { count: one.creates })}</li> : null}
              {one.creates_again > 0 ? <li>{t('preview.createsAgain', { count: one.creates_again })}</li> : null}
              {one.updates > 0 ? <li>{t('preview.updates', { count: one.updates })}</li> : null}
              {one.unchanged > 0 ? <li>{t('preview.unchanged', { count: one.unchanged })}</li> : null}
              {one.writes.map(({ field, count }) => (
                <li key={field} className={classes.field}>
                  {t('preview.field', { field: t(`field.${field}`), count })}
                </li>
              ))}
              {one.metafields > 0 ? (
                <li className={classes.field}>{t('preview.metafields', { number: one.metafields })}</li>
              ) : null}
              {one.metafields_removed > 0 ? (
                <li className={classes.field}>{t('preview.metafieldsRemoved', { number: one.metafields_removed })}</li>
              ) : null}
              {one.own_values > 0 ? <li>{t('preview.ownValues', { number: one.own_values })}</li> : null}
              {one.kept > 0 ? <li>{t('preview.kept', { count: one.kept })}</li> : null}
              {one.conflicts > 0 ? (
                <li className={classes.conflict}>{t('preview.conflicts', { count: one.conflicts })}</li>
              ) : null}
            </ul>
            <Examples examples={one.examples} />
            <span className={classes.read}>
              {one.read_at ? t('readAt', { when: timeAgo(one.read_at) }) : t('neverRead')}
              <Button
                size="xs"
                variant="default"
                leftSection={<RefreshCw size={13} aria-hidden />}
                loading={read.isPending}
                onClick={() => read.mutate(one.listing_ids)}
              >
                {t('readAgain')}
              </Button>
            </span>
          </div>
        );
      })}
    </section>
  );
}

type Preview = CallData<'POST /center/products/push-preview'>['stores'][number];

function Examples({ examples }: { examples: Preview['examples'] }) {
  const { t } = useTranslation('storeFields');
  const wordsOf = useFieldValue();
  if (examples.length === 0) return null;
  return (
    <details className={classes.examples}>
      <summary>{t('preview.examples')}</summary>
      <ul>
        {examples.map((one) => (
          <li key={`${one.product_id}/${one.label ?? ''}/${one.field}`}>
            <span className={classes.what}>
              {isolated(one.label ? `${one.title}, ${one.label}` : one.title)}: {t(`field.${one.field}`)}
            </span>
            <span className={classes.change}>
              <del>{isolated(wordsOf(one.field, one.before) ?? t('empty'))}</del>{' '}
              <ins>{isolated(wordsOf(one.field, one.after) ?? t('empty'))}</ins>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
