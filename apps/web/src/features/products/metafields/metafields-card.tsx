import { Button } from '@mantine/core';
import type { ProductMetafields, ProductMetafieldValue, StoreMetafields } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import editorClasses from '../editor/editor.module.css';
import { EditorSection } from '../editor/editor-section.tsx';
import { OnlyPlatforms } from '../editor/only-platforms.tsx';
import { PlatformMark } from '../mark.tsx';
import { MetafieldsDialog } from './lazy-dialog.tsx';
import { productMetafields, storeMetafields } from './metafield-queries.ts';
import classes from './metafields.module.css';
import { type SavedValue, useMetafields } from './use-metafields.ts';
import { shownValue } from './value-text.ts';

/** The metafields of a product in each store that has some. */
export default function MetafieldsCard({ productId }: { productId: string }) {
  const { t } = useTranslation('metafields');
  const { data: lists, error, refetch } = useQuery(storeMetafields);
  const { data, error: failure, refetch: again } = useQuery(productMetafields(productId));
  if (lists?.stores.length === 0 || data?.stores.length === 0) return null;
  const problem = (lists ? undefined : error) ?? (data ? undefined : failure);
  return (
    <EditorSection title={t('title')}>
      <OnlyPlatforms ability="metafields" />
      <p className={editorClasses.quiet}>{t('intro')}</p>
      {problem ? <ErrorState error={problem} onRetry={() => void Promise.all([refetch(), again()])} /> : null}
      {!problem && (!lists || !data) ? <SkeletonBox width="100%" height={80} /> : null}
      {data && lists ? (
        <ul className={classes.stores}>
          {data.stores.map((store) => {
            const list = lists.stores.find((one) => one.store_id === store.store_id);
            return list ? <StoreRow key={store.store_id} productId={productId} list={list} store={store} /> : null;
          })}
        </ul>
      ) : null}
    </EditorSection>
  );
}

interface RowProps {
  productId: string;
  list: StoreMetafields;
  store: ProductMetafields;
}

function StoreRow({ productId, list, store }: RowProps) {
  const { t } = useTranslation('metafields');
  const { list: join } = useFormats();
  const actions = useMetafields(productId);
  const [open, setOpen] = useState(false);
  const readOnly = list.items.filter((one) => !one.is_editable).map(({ name }) => name);
  const canEdit = list.items.some((one) => one.is_editable) || store.values.length > 0;
  const save = (value: SavedValue) =>
    actions.save.mutate({ storeId: store.store_id, values: [value] }, { onError: actions.fail });
  return (
    <li className={classes.store}>
      <span className={classes.head}>
        <PlatformMark platform={list.platform} />
        <bdi className={classes.storeName}>{list.store_name}</bdi>
        {canEdit ? (
          <MayButton
            needs="products.change"
            size="compact-sm"
            variant="default"
            aria-label={`${t('edit')}: ${t('store', { store: list.store_name })}`}
            onClick={() => setOpen(true)}
          >
            {t('edit')}
          </MayButton>
        ) : null}
      </span>
      {store.values.length === 0 && list.read_at !== null ? (
        <p className={editorClasses.quiet}>{t(list.items.length === 0 ? 'empty' : 'none')}</p>
      ) : null}
      <ul className={classes.values}>
        {store.values.map((value) => {
          const Row = value.is_removed ? RemovedRow : ValueRow;
          return (
            <Row
              key={value.id}
              value={value}
              name={list.items.find((one) => one.id === value.id)?.name ?? value.name}
              outcome={store.outcomes.find((one) => one.id === value.id)}
              onSave={save}
            />
          );
        })}
      </ul>
      {readOnly.length > 0 ? (
        <p className={editorClasses.quiet}>{t('readOnly', { names: join(readOnly, 'conjunction') })}</p>
      ) : null}
      {store.is_pending ? (
        <p className={classes.note}>
          {t('pending')}
          <MayButton
            needs="products.push"
            size="compact-sm"
            variant="subtle"
            leftSection={<Send size={14} className="flip" aria-hidden />}
            loading={actions.push.isPending}
            onClick={() => actions.push.mutate(store.store_id)}
          >
            {t('push')}
          </MayButton>
        </p>
      ) : null}
      <ListAge list={list} onRefresh={() => actions.refresh.mutate(store.store_id)} />
      {open ? (
        <Suspense fallback={null}>
          <MetafieldsDialog productId={productId} list={list} store={store} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </li>
  );
}

interface ValueProps {
  value: ProductMetafieldValue;
  name: string;
  outcome: ProductMetafields['outcomes'][number] | undefined;
  onSave(value: SavedValue): void;
}

/** A value, and what the store did with it at the last push where it isn't the same there. */
function ValueRow({ value, name, outcome, onSave }: ValueProps) {
  const { t } = useTranslation('metafields');
  const words = { yes: t('yes'), no: t('no') };
  const save = (next: Partial<SavedValue>) =>
    onSave({ metafield: value.id, value: value.value, before: value.value, ...next });
  const remove = <ValueButton label={t('remove')} name={name} onClick={() => save({ value: null })} />;
  const held = outcome?.held ?? null;
  const isEdited = outcome?.state === 'theirs' || outcome?.state === 'conflict';
  return (
    <li className={classes.value}>
      <bdi className={classes.name}>{name}</bdi>
      <bdi className={classes.text}>{shownValue(value.type, value.value, words)}</bdi>
      {value.again ? <span className={classes.waiting}>{t('again')}</span> : null}
      {outcome && isEdited ? (
        <span className={classes.state}>
          <span className={outcome.state === 'conflict' ? classes.bad : classes.waiting}>
            {held === null
              ? t('removedThere')
              : t(outcome.state === 'conflict' ? 'conflict' : 'theirs', { value: shownValue(value.type, held, words) })}
          </span>
          {held === null ? (
            remove
          ) : (
            <ValueButton label={t('useTheirs')} name={name} onClick={() => save({ value: held })} />
          )}
          <ValueButton label={t('useOurs')} name={name} onClick={() => save({ again: true })} />
        </span>
      ) : null}
      {outcome?.state === 'gone' ? (
        <span className={classes.state}>
          <span className={classes.bad}>{t('gone')}</span>
          {remove}
        </span>
      ) : null}
      {outcome?.state === 'refused' ? (
        <span className={classes.bad}>{t('refused', { reason: outcome.reason ?? '' })}</span>
      ) : null}
    </li>
  );
}

/** A value that was removed here and that the store has until the next push. */
function RemovedRow({ value, name, outcome, onSave }: ValueProps) {
  const { t } = useTranslation('metafields');
  const words = { yes: t('yes'), no: t('no') };
  const save = (next: Omit<SavedValue, 'metafield' | 'before'>) =>
    onSave({ metafield: value.id, before: null, ...next });
  const held = outcome?.held ?? null;
  return (
    <li className={classes.value}>
      <bdi className={classes.name}>{name}</bdi>
      <s className={classes.text}>
        <bdi>{shownValue(value.type, value.value, words)}</bdi>
      </s>
      {held === null ? (
        <span className={classes.state}>
          <span className={classes.waiting}>{t(value.again ? 'againRemoved' : 'removed')}</span>
          <ValueButton label={t('restore')} name={name} onClick={() => save({ value: value.value })} />
        </span>
      ) : (
        <span className={classes.state}>
          <span className={classes.bad}>{t('removedConflict', { value: shownValue(value.type, held, words) })}</span>
          <ValueButton label={t('useTheirs')} name={name} onClick={() => save({ value: held })} />
          <ValueButton label={t('removeThere')} name={name} onClick={() => save({ value: null, again: true })} />
        </span>
      )}
    </li>
  );
}

/** A button of a value; its accessible name says which value. */
const ValueButton = ({ label, name, onClick }: { label: string; name: string; onClick(): void }) => (
  <MayButton
    needs="products.change"
    size="compact-sm"
    variant="subtle"
    aria-label={`${label}: ${name}`}
    onClick={onClick}
  >
    {label}
  </MayButton>
);

/** When the store's metafields were read, and a way to read them again. */
function ListAge({ list, onRefresh }: { list: StoreMetafields; onRefresh(): void }) {
  const { t } = useTranslation('metafields');
  const { timeAgo } = useFormats();
  const age = list.read_at === null ? t('never') : t('readAt', { time: timeAgo(list.read_at) });
  return (
    <p className={classes.age}>
      <span>{list.is_reading ? t('reading') : age}</span>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('refresh')}
        data-hint={t('refresh')}
        disabled={list.is_reading}
        onClick={onRefresh}
      >
        <RefreshCw size={14} aria-hidden />
      </Button>
      {list.fault ? <span className={classes.bad}>{list.fault}</span> : null}
    </p>
  );
}
