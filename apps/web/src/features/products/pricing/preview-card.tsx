import { Button, Checkbox } from '@mantine/core';
import type { PricePreviewRow, PricePreviewTotals } from '@quayside/contracts';
import { WHOLE } from '@quayside/contracts/pricing-choices.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { MoneyRange } from '../money-range.tsx';
import { pictureAt } from '../picture-at.ts';
import classes from './pricing.module.css';
import { type PreviewAsk, previewQuery } from './pricing-queries.ts';

const PICTURE_PX = 40;
const SHOWN = ['up', 'down', 'same', 'fresh', 'raised', 'edited', 'no_cost', 'no_shipping', 'no_rate'] as const;
/** Shown even if there are none. */
const ALWAYS: readonly string[] = ['up', 'down', 'same'];

/** What the rule would do to all products. */
export function PreviewTotals({ totals }: { totals: PricePreviewTotals }) {
  const { t } = useTranslation('pricing');
  const { number } = useFormats();
  return (
    <dl className={classes.totals}>
      {SHOWN.filter((key) => ALWAYS.includes(key) || totals[key] > 0).map((key) => (
        <div key={key} className={classes.total} data-kind={key}>
          <dt>{t(`totals.${key}`)}</dt>
          <dd>{number(totals[key])}</dd>
        </div>
      ))}
    </dl>
  );
}

const Range = ({ range, strong }: { range: PricePreviewRow['price']; strong?: boolean }) =>
  range ? <MoneyRange low={range.from} high={range.to} strong={strong} /> : <Money value={null} />;

function Marks({ row }: { row: PricePreviewRow }) {
  const { t } = useTranslation('pricing');
  const marks = (['raised', 'edited', 'no_cost', 'no_shipping', 'no_rate'] as const).filter((key) => row[key]);
  if (marks.length === 0) return null;
  return (
    <span className={classes.marks}>
      {marks.map((key) => (
        <span key={key} className={classes.mark} data-kind={key}>
          {t(`mark.${key}`)}
        </span>
      ))}
    </span>
  );
}

function Row({ row, withShipping }: { row: PricePreviewRow; withShipping: boolean }) {
  const { t } = useTranslation('pricing');
  const { percent } = useFormats();
  const cell = (label: string, value: ReactNode) => (
    <td data-label={label}>
      <span>{value}</span>
    </td>
  );
  return (
    <tr>
      <th scope="row">
        <span className={classes.product}>
          <ProductPicture src={pictureAt(row.image, PICTURE_PX)} alt="" size={PICTURE_PX} />
          <span className={classes.names}>
            <bdi className={classes.title}>{row.title}</bdi>
            <Marks row={row} />
          </span>
        </span>
      </th>
      {cell(t('preview.cost'), <Range range={row.cost} />)}
      {withShipping ? cell(t('preview.shipping'), <Money value={row.shipping} />) : null}
      {cell(t('preview.now'), <Range range={row.price_now} />)}
      {cell(t('preview.price'), <Range range={row.price} strong />)}
      {cell(t('preview.margin'), percent(row.margin === null ? null : row.margin / WHOLE))}
    </tr>
  );
}

interface Props {
  ask: PreviewAsk;
  /** The rule has faults: the last prices stay. */
  paused: boolean;
  actions: ReactNode;
  onIncludeEdited(value: boolean): void;
}

/** The owner's products with their prices by the rule on the screen. */
export function PreviewCard({ ask, paused, actions, onIncludeEdited }: Props) {
  const { t } = useTranslation('pricing');
  const { data, error, isPlaceholderData, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...previewQuery(ask),
    enabled: !paused,
  });
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  const totals = data?.pages[0]?.totals;
  const withShipping = ask.rule.shipping_included;
  return (
    <SettingCard title={t('preview.title')} note={t('preview.note')} actions={actions}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={240} /> : null}
      {totals?.products === 0 ? (
        <EmptyState
          small
          picture={<Tags size={24} strokeWidth={1.5} aria-hidden />}
          title={t('preview.empty')}
          text={t('preview.emptyText')}
          action={<LinkButton to="/app/find-product">{t('preview.find')}</LinkButton>}
        />
      ) : null}
      {totals && totals.products > 0 ? (
        <div className={classes.preview} data-stale={isPlaceholderData || paused || undefined} aria-busy={isFetching}>
          <PreviewTotals totals={totals} />
          <Checkbox
            label={t('preview.includeEdited')}
            checked={ask.includeEdited}
            onChange={(event) => onIncludeEdited(event.currentTarget.checked)}
          />
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('preview.product')}</th>
                <th scope="col">{t('preview.cost')}</th>
                {withShipping ? <th scope="col">{t('preview.shipping')}</th> : null}
                <th scope="col">{t('preview.now')}</th>
                <th scope="col">{t('preview.price')}</th>
                <th scope="col">{t('preview.margin')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.product_id} row={row} withShipping={withShipping} />
              ))}
            </tbody>
          </table>
          {hasNextPage ? (
            <div>
              <Button variant="default" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
                {t('preview.more')}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
    </SettingCard>
  );
}
