import { Button } from '@mantine/core';
import type { FieldDifference, MetafieldDifference } from '@quayside/contracts';
import { type FieldChoiceName, KEPT_FIELDS } from '@quayside/contracts/listing-field-names.ts';
import { MOST_SAVED_METAFIELDS } from '@quayside/contracts/metafields.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Send } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SkeletonDetail } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, type CallData, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { isolated } from '../isolated.ts';
import { shownValue } from '../metafields/value-text.ts';
import classes from './differences-dialog.module.css';
import { useFieldValue } from './field-value.ts';

const WIDTH = 900;
/** An older reading is refreshed when the dialog opens. */
const FRESH_MS = 10_000;

interface Props {
  open: boolean;
  listingId: string;
  onClose(): void;
}

type Field = Pick<FieldDifference, 'field' | 'variant_id'>;
type KeptField = (typeof KEPT_FIELDS)[number];
type MetafieldChoice = FieldChoiceName | 'own';

/** The field of a difference, if the store's value may be its own value of the product. */
const keptField = ({ field, theirs }: FieldDifference): KeptField | undefined =>
  field === 'status' && theirs !== 'active' && theirs !== 'draft'
    ? undefined
    : KEPT_FIELDS.find((one) => one === field);

/** Compares a listing with its store, field by field, and lets a person choose whose value stays. */
export default function DifferencesDialog({ open, listingId, onClose }: Props) {
  const { t } = useTranslation('storeFields');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('listings', 'fields', { listingId }),
    queryFn: ({ signal }) =>
      api('GET /center/products/listings/one/{listing_id}/fields', { params: { listing_id: listingId }, signal }),
    enabled: open,
  });
  const title = data ? t('title', { store: data.listing.store_name || data.listing.platform_domain }) : t('loading');
  return (
    <Dialog open={open} onClose={onClose} title={title} width={WIDTH}>
      {data ? (
        <Differences data={data} listingId={listingId} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonDetail />
      )}
    </Dialog>
  );
}

type Data = CallData<'GET /center/products/listings/one/{listing_id}/fields'>;

function useChoices(listingId: string) {
  const client = useQueryClient();
  const settle = () => {
    for (const topic of ['listings', 'products']) void client.invalidateQueries({ queryKey: [topic] });
  };
  const choose = useMutation({
    mutationFn: ({ choice, fields }: { choice: FieldChoiceName; fields?: readonly Field[] }) =>
      api('POST /center/products/listings/fields/choose', {
        body: {
          items: [
            {
              listing_id: listingId,
              choice,
              ...(fields
                ? {
                    fields: fields.map(({ field, variant_id }) => ({ field, ...(variant_id ? { variant_id } : {}) })),
                  }
                : {}),
            },
          ],
        },
      }),
    onSettled: settle,
  });
  const keep = useMutation({
    mutationFn: (field: KeptField) =>
      api('POST /center/products/listings/one/{listing_id}/fields/keep', {
        params: { listing_id: listingId },
        body: { fields: [field] },
      }),
    onSettled: settle,
  });
  /** `ours` is written by the next push in any case, `theirs` stays, and `own` makes the store's value ours too. */
  const chooseMetafields = useMutation({
    mutationFn: async (ask: {
      productId: string;
      storeId: string;
      items: readonly MetafieldDifference[];
      choice: MetafieldChoice;
    }) => {
      const values = ask.items.map(({ id, ours, theirs }) => ({
        metafield: id,
        value: ask.choice === 'own' ? theirs : ours,
        before: ours,
        again: ask.choice === 'ours',
      }));
      for (let at = 0; at < values.length; at += MOST_SAVED_METAFIELDS)
        await api('PUT /center/products/{id}/metafields', {
          params: { id: ask.productId },
          body: { store_id: ask.storeId, values: values.slice(at, at + MOST_SAVED_METAFIELDS) },
        });
    },
    onSettled: settle,
  });
  const read = useMutation({
    mutationFn: () => api('POST /center/products/listings/fields/read', { body: { listing_ids: [listingId] } }),
  });
  const owners = useMutation({
    mutationFn: ({ storeId, fields }: { storeId: string; fields: FieldDifference['field'][] }) =>
      api('PUT /center/products/setting/field-owners', { body: { store_id: storeId, fields } }),
    onSettled: settle,
  });
  const push = useMutation({
    mutationFn: ({ productId, storeId }: { productId: string; storeId: string }) =>
      api('POST /center/products/push', { body: { product_ids: [productId], store_ids: [storeId] } }),
    onSettled: () => {
      settle();
      void client.invalidateQueries({ queryKey: ['processes'] });
    },
  });
  return { choose, chooseMetafields, keep, read, owners, push };
}

function Differences({ data, listingId, onClose }: { data: Data; listingId: string; onClose(): void }) {
  const { t } = useTranslation('storeFields');
  const { timeAgo } = useFormats();
  const { choose, chooseMetafields, keep, read, owners, push } = useChoices(listingId);
  const { listing, items, counts, metafields } = data;
  const isStale = data.read_at === null || Date.now() - Date.parse(data.read_at) > FRESH_MS;
  const { mutate: readAgain } = read;
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!isStale || hasAsked.current || listing.state !== 'listed') return;
    hasAsked.current = true;
    readAgain();
  }, [isStale, listing.state, readAgain]);
  const theirs = items.filter((one) => one.verdict !== 'write' || one.choice !== null);
  const theirMetafields = metafields.filter((one) => one.verdict !== 'write' || one.choice !== null);
  const writes = counts.write + metafields.filter((one) => one.verdict === 'write').length;
  const failure = choose.error ?? chooseMetafields.error ?? keep.error ?? read.error ?? owners.error ?? push.error;

  const chooseAll = (choice: FieldChoiceName) => {
    if (theirs.length > 0) choose.mutate({ choice, fields: theirs });
    if (theirMetafields.length > 0) chooseMetafield(theirMetafields, choice);
  };
  const chooseMetafield = (chosen: readonly MetafieldDifference[], choice: MetafieldChoice) =>
    chooseMetafields.mutate({ productId: listing.product_id, storeId: listing.store_id, items: chosen, choice });

  async function pushNow(): Promise<void> {
    const { failed } = await push.mutateAsync({ productId: listing.product_id, storeId: listing.store_id });
    const [refused] = Object.values(failed);
    if (refused) toast('error', refused.text);
    else onClose();
  }

  return (
    <div className={classes.body}>
      <div className={classes.head}>
        <p className={classes.text}>{t(items.length + metafields.length > 0 ? 'text' : 'none')}</p>
        <span className={classes.read}>
          {data.read_at ? t('readAt', { when: timeAgo(data.read_at) }) : t('neverRead')}
          <Button
            size="xs"
            variant="default"
            leftSection={<RefreshCw size={13} aria-hidden />}
            loading={read.isPending}
            disabled={listing.state !== 'listed'}
            onClick={() => readAgain()}
          >
            {t('readAgain')}
          </Button>
        </span>
      </div>
      {theirs.length + theirMetafields.length > 1 ? (
        <div className={classes.bulk}>
          <MayButton needs="products.change" size="xs" variant="default" onClick={() => chooseAll('theirs')}>
            {t('keepAll')}
          </MayButton>
          <MayButton needs="products.change" size="xs" variant="default" onClick={() => chooseAll('ours')}>
            {t('takeAll')}
          </MayButton>
        </div>
      ) : null}
      {items.length + metafields.length > 0 ? (
        <ul className={classes.list}>
          {items.map((item) => (
            <DifferenceRow
              key={`${item.variant_id ?? ''}/${item.field}`}
              item={item}
              onChoose={(choice) => choose.mutate({ choice, fields: [item] })}
              onKeep={listing.parts === 1 ? (field) => keep.mutate(field) : undefined}
            />
          ))}
          {metafields.map((item) => (
            <MetafieldRow key={item.id} item={item} onChoose={(choice) => chooseMetafield([item], choice)} />
          ))}
        </ul>
      ) : null}
      {counts.write + counts.theirs + counts.conflict > items.length ? (
        <p className={classes.text}>
          {t('more', { count: counts.write + counts.theirs + counts.conflict - items.length })}
        </p>
      ) : null}
      {theirs.length > 0 ? (
        <Owners
          fields={[...new Set([...theirs.map((one) => one.field), ...data.ours_wins])]}
          wins={data.ours_wins}
          store={listing.store_name || listing.platform_domain}
          onChange={(fields) => owners.mutate({ storeId: listing.store_id, fields })}
        />
      ) : null}
      <Failure text={failure ? errorText(failure) : null} />
      <div className={classes.foot}>
        <span className={classes.text}>{writes > 0 ? t('willWrite', { count: writes }) : t('nothingToWrite')}</span>
        <MayButton
          needs="products.push"
          leftSection={<Send size={16} className="flip" aria-hidden />}
          loading={push.isPending}
          disabled={writes === 0}
          onClick={() => void pushNow()}
        >
          {t('push')}
        </MayButton>
      </div>
    </div>
  );
}

function DifferenceRow({
  item,
  onChoose,
  onKeep,
}: {
  item: FieldDifference;
  onChoose(choice: FieldChoiceName): void;
  /** undefined: the product is in the store in several parts. */
  onKeep: ((field: KeptField) => void) | undefined;
}) {
  const { t } = useTranslation('storeFields');
  const wordsOf = useFieldValue();
  const may = useMay().why('products.change') === undefined;
  const name = item.label
    ? t('ofVariant', { field: t(`field.${item.field}`), variant: item.label })
    : t(`field.${item.field}`);
  const kept = item.verdict !== 'write' && may && onKeep ? keptField(item) : undefined;
  return (
    <Row
      name={name}
      item={item}
      verdict={t(`verdict.${item.verdict}`)}
      wordsOf={(value) => wordsOf(item.field, value)}
      onChoose={onChoose}
    >
      {kept ? <OwnButton field={name} onClick={() => onKeep?.(kept)} /> : null}
    </Row>
  );
}

/** Makes the store's value the product's own value there. */
function OwnButton({ field, onClick }: { field: string; onClick(): void }) {
  const { t } = useTranslation('storeFields');
  return (
    <span>
      <Button size="xs" variant="default" aria-label={t('keepOwnNamed', { field })} onClick={onClick}>
        {t('keepOwn')}
      </Button>
    </span>
  );
}

function MetafieldRow({ item, onChoose }: { item: MetafieldDifference; onChoose(choice: MetafieldChoice): void }) {
  const { t } = useTranslation('storeFields');
  const may = useMay().why('products.change') === undefined;
  const name = t('metafield', { name: item.name });
  const words = { yes: t('yes'), no: t('no') };
  return (
    <Row
      name={name}
      item={item}
      verdict={t(item.verdict === 'write' && item.ours === null ? 'verdict.remove' : `verdict.${item.verdict}`)}
      wordsOf={(value) => (value === null ? null : shownValue(item.type, value, words) || null)}
      onChoose={onChoose}
    >
      {item.verdict !== 'write' && may ? <OwnButton field={name} onClick={() => onChoose('own')} /> : null}
    </Row>
  );
}

interface RowProps {
  name: string;
  item: Pick<FieldDifference, 'ours' | 'sent' | 'theirs' | 'verdict' | 'choice'>;
  verdict: string;
  /** A value in the reader's words; null: none. */
  wordsOf(value: string | null): string | null;
  onChoose(choice: FieldChoiceName): void;
  children?: ReactNode;
}

/** The three values of something that differs, and the choice between them. */
function Row({ name, item, verdict, wordsOf, onChoose, children }: RowProps) {
  const { t } = useTranslation('storeFields');
  const may = useMay().why('products.change') === undefined;
  const isTheirs = item.verdict !== 'write';
  const hasChoice = isTheirs || item.choice !== null;
  const cell = (side: 'ours' | 'sent' | 'theirs') => {
    const value = wordsOf(item[side]);
    return (
      <div
        className={classes.value}
        data-side={side}
        data-stays={(side === 'theirs') === isTheirs && side !== 'sent' ? '' : undefined}
      >
        <span className={classes.side}>{t(`side.${side}`)}</span>
        <span className={classes.words}>{value === null ? t('empty') : isolated(value)}</span>
      </div>
    );
  };
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <strong>{isolated(name)}</strong>
        <span className={classes.verdict} data-verdict={item.verdict}>
          {verdict}
        </span>
      </span>
      <div className={classes.values}>
        {cell('ours')}
        {cell('sent')}
        {cell('theirs')}
      </div>
      {hasChoice && may ? (
        <Segmented<FieldChoiceName>
          label={t('choose', { field: name })}
          value={isTheirs ? 'theirs' : 'ours'}
          choices={[
            { value: 'theirs', label: t('keep') },
            { value: 'ours', label: t('take') },
          ]}
          onChange={onChoose}
        />
      ) : null}
      {children}
    </li>
  );
}

function Owners({
  fields,
  wins,
  store,
  onChange,
}: {
  fields: FieldDifference['field'][];
  wins: FieldDifference['field'][];
  store: string;
  onChange(fields: FieldDifference['field'][]): void;
}) {
  const { t } = useTranslation('storeFields');
  const may = useMay().why('products.change') === undefined;
  return (
    <fieldset className={classes.owners} disabled={!may}>
      <legend>{t('owners', { store })}</legend>
      <div className={classes.checks}>
        {fields.map((field) => (
          <label key={field}>
            <input
              type="checkbox"
              checked={wins.includes(field)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...wins, field] : wins.filter((one) => one !== field))
              }
            />
            {t(`field.${field}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
