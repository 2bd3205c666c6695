import { Button } from '@mantine/core';
import type { ProductImport, ProductImportItem } from '@quayside/contracts';
import {
  KNOWN_PRODUCT_CHOICES,
  type KnownProductChoice,
  PRODUCT_ITEM_FATES,
  type ProductItemFate,
} from '@quayside/contracts/product-file-choices.ts';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './files.module.css';

const EDITOR = '/app/products-import/editor/$productCenterId';
const FATE_TONES: Record<ProductItemFate, Tone> = { new: 'done', known: 'closed', refused: 'broken' };
const OUTCOME_TONES: Record<NonNullable<ProductImportItem['outcome']>, Tone> = {
  created: 'done',
  updated: 'done',
  skipped: 'closed',
  failed: 'broken',
};
export const IMPORT_TONES: Record<ProductImport['state'], Tone> = {
  reading: 'moving',
  ready: 'waiting',
  applying: 'moving',
  done: 'done',
  refused: 'broken',
  discarded: 'closed',
};
const LOOK_MS = 1_000;
const isMoving = (state: ProductImport['state'] | undefined): boolean => state === 'reading' || state === 'applying';

/** One uploaded file: what an import makes of each product, and the button that does it. */
export function FileCard({ importId, onClose }: { importId: string; onClose(): void }) {
  const { t } = useTranslation(['productFiles', 'common']);
  const client = useQueryClient();
  const [choice, setChoice] = useState<KnownProductChoice>('skip');
  const form = useForm(async () => undefined);
  const params = { import_id: importId };
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('products', importId, 'file-import'),
    queryFn: ({ signal }) => api('GET /center/products/file-imports/{import_id}', { params, signal }),
    refetchInterval: (query) => (isMoving(query.state.data?.state) ? LOOK_MS : false),
  });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} small />
    ) : (
      <SkeletonBox width="100%" height={160} />
    );
  const { counts, state } = data;
  const act = (send: () => Promise<unknown>) =>
    void form.run(async () => {
      await send();
      await client.invalidateQueries({ queryKey: ['products'] });
    });
  const total = counts.new + (choice === 'update' ? counts.known : 0);
  return (
    <SettingCard
      title={data.file_name}
      actions={
        <span className={classes.headEnd}>
          <StatusBadge tone={IMPORT_TONES[state]} label={t(`import.state.${state}`)} />
          {state === 'ready' ? null : (
            <Button size="xs" variant="subtle" onClick={onClose}>
              {t('common:close')}
            </Button>
          )}
        </span>
      }
      note={<Outcome data={data} />}
    >
      {data.form ? (
        <p className={classes.quiet}>
          {t('import.recognized', { form: connectorName(data.form), currency: data.currency })}
        </p>
      ) : null}
      {data.encoding === 'windows-1252' ? <p className={classes.warning}>{t('import.western')}</p> : null}
      {data.ignored.length > 0 ? (
        <p className={classes.quiet}>{t('import.ignored', { columns: data.ignored.join(', ') })}</p>
      ) : null}
      {state === 'ready' && counts.refused > 0 ? (
        <p className={classes.warning}>{t('import.leftOut', { count: counts.refused })}</p>
      ) : null}
      {state === 'ready' || state === 'done' || state === 'applying' ? (
        <Items importId={importId} counts={counts} state={state} />
      ) : null}
      {state === 'ready' && counts.known > 0 ? (
        <>
          <p className={classes.label}>{t('import.known', { count: counts.known })}</p>
          <Segmented<KnownProductChoice>
            label={t('import.known', { count: counts.known })}
            value={choice}
            choices={KNOWN_PRODUCT_CHOICES.map((value) => ({ value, label: t(`import.choice.${value}`) }))}
            onChange={setChoice}
          />
          <p className={classes.quiet}>{t(`import.choiceNote.${choice}`)}</p>
        </>
      ) : null}
      <Failure text={form.failure} />
      {state === 'ready' ? (
        <div className={classes.buttons}>
          <MayButton
            needs="products.change"
            loading={form.busy}
            disabled={total === 0}
            onClick={() =>
              act(() =>
                api('POST /center/products/file-imports/{import_id}/confirm', {
                  params,
                  body: { known: choice },
                  quiet: true,
                }),
              )
            }
          >
            {t('import.start', { count: total })}
          </MayButton>
          <Button
            variant="default"
            disabled={form.busy}
            onClick={() => act(() => api('DELETE /center/products/file-imports/{import_id}', { params, quiet: true }))}
          >
            {t('import.discard')}
          </Button>
        </div>
      ) : null}
    </SettingCard>
  );
}

function Outcome({ data }: { data: ProductImport }) {
  const { t } = useTranslation('productFiles');
  const { outcomes, state } = data;
  const ended = outcomes.created + outcomes.updated + outcomes.skipped + outcomes.failed;
  if (state === 'refused') return <span className={classes.failure}>{data.fault}</span>;
  if (state === 'reading') return t('import.reading');
  if (state === 'applying') return t('import.applying', { done: ended, total: data.counts.new + data.counts.known });
  if (state === 'discarded') return t('import.discarded');
  if (state === 'done')
    return [
      t('import.created', { count: outcomes.created }),
      ...(outcomes.updated > 0 ? [t('import.updated', { count: outcomes.updated })] : []),
      ...(outcomes.failed > 0 ? [t('import.failed', { count: outcomes.failed })] : []),
    ].join(' ');
  return t('import.look', { count: data.rows });
}

function Items({ importId, counts, state }: { importId: string; counts: ProductImport['counts']; state: string }) {
  const { t } = useTranslation('productFiles');
  const { number } = useFormats();
  const shown = PRODUCT_ITEM_FATES.filter((fate) => counts[fate] > 0);
  const [chosen, setChosen] = useState<ProductItemFate>();
  // Errors first: they need attention.
  const fate = chosen && counts[chosen] > 0 ? chosen : counts.refused > 0 ? 'refused' : shown[0];
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.detail('products', importId, `file-items ${fate} ${state}`),
    enabled: fate !== undefined,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /center/products/file-imports/{import_id}/items', {
        params: { import_id: importId },
        query: { fate, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor,
  });
  if (!fate) return null;
  return (
    <>
      {shown.length > 1 ? (
        <Segmented<ProductItemFate>
          label={t('import.fates')}
          value={fate}
          choices={shown.map((value) => ({
            value,
            label: `${t(`import.fate.${value}`)} ${number(counts[value])}`,
          }))}
          onChange={setChosen}
        />
      ) : null}
      <ul className={classes.items}>
        {data?.pages
          .flatMap((page) => page.items)
          .map((item) => (
            <Item key={item.item_no} item={item} />
          ))}
      </ul>
      {hasNextPage ? (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('import.more')}
        </Button>
      ) : null}
    </>
  );
}

function Item({ item }: { item: ProductImportItem }) {
  const { t } = useTranslation('productFiles');
  const title = item.title || item.handle;
  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <span className={classes.itemName}>
          {item.product_id && item.fate !== 'refused' ? (
            <Link to={EDITOR} params={{ productCenterId: item.product_id }}>
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
        </span>
        {item.outcome ? (
          <StatusBadge tone={OUTCOME_TONES[item.outcome]} label={t(`import.outcome.${item.outcome}`)} />
        ) : (
          <StatusBadge tone={FATE_TONES[item.fate]} label={t(`import.fate.${item.fate}`)} />
        )}
      </div>
      <span className={classes.quiet}>
        {t('import.row', { row: item.item_no })} · {t('import.variants', { count: item.variants })} ·{' '}
        {t('import.images', { count: item.images })}
      </span>
      {item.failure ? <span className={classes.failure}>{item.failure}</span> : null}
      <Notes notes={item.faults} />
      <Notes notes={item.warnings} isWarning />
    </li>
  );
}

function Notes({ notes, isWarning }: { notes: ProductImportItem['faults']; isWarning?: boolean }) {
  const { t } = useTranslation('productFiles');
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={`${note.row} ${note.column} ${note.text}`} className={isWarning ? classes.warning : undefined}>
          <span className={classes.place}>{t('import.cell', { row: note.row, column: note.column })}</span> {note.text}
        </li>
      ))}
    </ul>
  );
}
