import { PackageX } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../kit/card-list.tsx';
import type { Column } from '../../../kit/columns.ts';
import { ListPage } from '../../../kit/list-page.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useListView } from '../../../kit/use-list-view.ts';
import { api } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useNow } from '../../../lib/use-now.ts';
import { SourceMark } from '../mark.tsx';
import { SectionActions, SectionRow } from '../sections.tsx';
import { Confidence } from './confidence.tsx';
import { HealingSettings } from './healing-settings.tsx';
import classes from './mapping.module.css';
import { type ProposalRow, useProposals } from './use-proposals.ts';

const TABS = ['open', 'applied', 'refused'] as const;
type Tab = (typeof TABS)[number];

const tabOf = (key: string): Tab => TABS.find((tab) => tab === key) ?? 'open';

interface VariantProps {
  title: string;
  options: readonly string[];
  sku: string;
  image: string | null;
  source: string;
  children?: ReactNode;
}

function Variant({ title, options, sku, image, source, children }: VariantProps) {
  return (
    <span className={classes.row}>
      <ProductPicture src={image} alt="" size={40} />
      <span className={classes.words}>
        <span className={`${classes.title} ${classes.cut}`} dir="auto">
          {title}
        </span>
        <span className={classes.under}>
          {options.length > 0 ? <bdi>{options.join(' / ')}</bdi> : null}
          {sku ? <span className="mono">{sku}</span> : null}
          <SourceMark source={source} />
          {children}
        </span>
      </span>
    </span>
  );
}

const Missing = ({ row }: { row: ProposalRow }) => (
  <Variant title={row.title} options={row.option_values} sku={row.sku} image={row.image} source={row.source}>
    {row.mode === 'sandbox' ? <SandboxTag /> : null}
  </Variant>
);

function Replacement({ row }: { row: ProposalRow }) {
  const { t } = useTranslation('mapping');
  const { partner } = row;
  if (!partner) return <span className={classes.quiet}>{t('missing.noPartner')}</span>;
  return (
    <Variant
      title={partner.title}
      options={partner.option_values}
      sku={partner.sku}
      image={partner.image}
      source={partner.source}
    >
      <Money value={partner.cost} />
    </Variant>
  );
}

function What({ row }: { row: ProposalRow }) {
  const { t } = useTranslation('mapping');
  const { timeAgo } = useFormats();
  const now = useNow();
  return (
    <span className={classes.confidence}>
      {t(`missing.kind.${row.kind}`)}
      <span className={classes.quiet}>{timeAgo(row.decided_at ?? row.found_at, now)}</span>
      {row.held ? <StatusBadge tone="waiting" label={t('missing.held')} /> : null}
      {row.automatic ? <StatusBadge tone="done" label={t('missing.automatic')} /> : null}
      {row.state === 'undone' ? <StatusBadge tone="closed" label={t('missing.undone')} /> : null}
    </span>
  );
}

/** Supplier variants that disappeared or were renamed, each with its proposed replacement. */
export default function MissingPage() {
  const { t } = useTranslation('mapping');
  const { decide, busy } = useProposals();
  const view = useListView<ProposalRow>({
    name: 'missing-variants',
    topic: 'products',
    tabs: TABS,
    id: (row) => row.proposal_id,
    read: (state, cursor, signal) =>
      api('GET /mapping/proposals', {
        query: { tab: tabOf(state.tab), page_size: 50, page: state.page, cursor },
        signal,
      }),
  });
  const tab = tabOf(view.state.tab);
  const columns = useMemo<Column<ProposalRow>[]>(
    () => [
      {
        key: 'missing',
        header: t('missing.column.missing'),
        priority: 1,
        grow: true,
        width: 250,
        skeleton: 'picture',
        cell: (row) => <Missing row={row} />,
      },
      {
        key: 'what',
        header: t('missing.column.what'),
        priority: 3,
        width: 170,
        skeleton: 'short',
        cell: (row) => <What row={row} />,
      },
      {
        key: 'replacement',
        header: t('missing.column.replacement'),
        priority: 1,
        width: 310,
        skeleton: 'picture',
        cell: (row) => <Replacement row={row} />,
      },
      {
        key: 'confidence',
        header: t('column.confidence'),
        priority: 2,
        width: 170,
        skeleton: 'short',
        cell: (row) => (row.partner ? <Confidence confidence={row.confidence} reasons={row.reasons} /> : null),
      },
    ],
    [t],
  );
  const named = (row: ProposalRow) => ({ name: [row.title, ...row.option_values].join(' ') });
  const accept = (row: ProposalRow) =>
    row.partner ? (
      <MayButton
        needs="products.change"
        size="xs"
        disabled={busy}
        aria-label={t('missing.acceptNamed', named(row))}
        onClick={() => void decide('accept', [row.proposal_id])}
      >
        {t('missing.accept')}
      </MayButton>
    ) : null;

  return (
    <>
      <SectionRow active="missing" />
      <ListPage
        view={view}
        variableRows
        title={t('missing.title')}
        intro={
          <div className={classes.intro}>
            <p className={classes.quiet}>{t('missing.note')}</p>
            <HealingSettings />
          </div>
        }
        actions={<SectionActions active="missing" />}
        tabs={TABS.map((key) => ({ key, label: t(`missing.tab.${key}`) }))}
        columns={columns}
        card={(row) => (
          <Card
            picture={<ProductPicture src={row.image} alt="" size={56} />}
            title={<bdi>{[row.title, ...row.option_values].join(' / ')}</bdi>}
            facts={
              <>
                <What row={row} />
                <Replacement row={row} />
                {row.partner ? <Confidence confidence={row.confidence} reasons={row.reasons} /> : null}
              </>
            }
          />
        )}
        bulk={(selection, _count, done) => {
          const rows = view.list.rows.filter((row) => selection.all || selection.ids.includes(row.proposal_id));
          const withPartner = rows.filter((row) => row.partner);
          const run = (decision: 'accept' | 'refuse' | 'undo', chosen: readonly ProposalRow[]) =>
            void decide(
              decision,
              chosen.map((row) => row.proposal_id),
            ).then((ended) => ended && done());
          if (tab === 'applied')
            return (
              <MayButton needs="products.change" size="xs" loading={busy} onClick={() => run('undo', rows)}>
                {t('missing.undoChosen', { count: rows.length })}
              </MayButton>
            );
          return (
            <>
              {tab === 'open' ? (
                <MayButton
                  needs="products.change"
                  size="xs"
                  variant="default"
                  loading={busy}
                  onClick={() => run('refuse', rows)}
                >
                  {t('missing.refuseChosen', { count: rows.length })}
                </MayButton>
              ) : null}
              <MayButton
                needs="products.change"
                size="xs"
                loading={busy}
                disabled={withPartner.length === 0}
                onClick={() => run('accept', withPartner)}
              >
                {t('missing.acceptChosen', { count: withPartner.length })}
              </MayButton>
            </>
          );
        }}
        rowActions={(row) =>
          tab === 'applied' ? (
            <MayButton
              needs="products.change"
              size="xs"
              variant="default"
              disabled={busy}
              aria-label={t('missing.undoNamed', named(row))}
              onClick={() => void decide('undo', [row.proposal_id])}
            >
              {t('missing.undo')}
            </MayButton>
          ) : (
            <>
              {accept(row)}
              {tab === 'open' ? (
                <MayButton
                  needs="products.change"
                  size="xs"
                  variant="default"
                  disabled={busy}
                  aria-label={t('missing.refuseNamed', named(row))}
                  onClick={() => void decide('refuse', [row.proposal_id])}
                >
                  {t('missing.refuse')}
                </MayButton>
              ) : null}
            </>
          )
        }
        empty={
          <EmptyState
            picture={<PackageX size={28} strokeWidth={1.5} aria-hidden />}
            title={t(`missing.empty.${tab}`)}
            text={t('missing.emptyText')}
          />
        }
      />
    </>
  );
}
