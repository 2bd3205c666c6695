import { Button } from '@mantine/core';
import type { WarehouseOrder } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Warehouse } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/card-list.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { ProductPicture } from '../../kit/product-picture.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { api, type CallData } from '../../lib/api.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { SandboxPanel } from '../sandbox/index.ts';
import { warehouseColumns } from './columns.tsx';
import { countUnits, STATE_TONES, STATES } from './labels.ts';
import { WarehousePanel } from './warehouse-panel.tsx';

type State = (typeof STATES)[number];
type Counts = CallData<'GET /operator/warehouse/orders'>['counts'];

/** The staff's page: what is to be packed, what is packed, what has left. */
export default function WarehousePage() {
  const { t } = useTranslation('warehouse');
  const formats = useFormats();
  const client = useQueryClient();
  const { account } = useAccount();
  const [counts, setCounts] = useState<Counts>();
  const view = useListView<WarehouseOrder>({
    name: 'warehouse',
    topic: 'warehouse',
    tabs: STATES,
    id: (row) => row.order_id,
    read: async (state, cursor, signal) => {
      const page = await api('GET /operator/warehouse/orders', {
        query: { state: state.tab as State, cursor },
        signal,
      });
      setCounts(page.counts);
      return page;
    },
  });
  const columns = useMemo(() => warehouseColumns(t, formats), [t, formats]);
  const { rows } = view.list;
  const fresh = () => client.invalidateQueries({ queryKey: ['warehouse'] });

  async function pack(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await api('POST /operator/warehouse/orders/{order_id}/pack', { params: { order_id: id }, body: {} });
    }
    await fresh();
  }

  return (
    <ListPage
      view={view}
      title={t('title')}
      actions={
        <>
          <SandboxPanel />
          {account?.is_operator ? (
            <LinkButton to="/app/warehouse/catalog" variant="default">
              {t('catalog.open')}
            </LinkButton>
          ) : null}
        </>
      }
      tabs={STATES.map((key) => ({ key, label: t(`state.${key}`), count: counts?.[key] }))}
      columns={columns}
      card={(row) => (
        <Card
          picture={<ProductPicture src={row.lines[0]?.image_url} alt="" size={48} />}
          title={row.number}
          aside={row.mode === 'sandbox' ? <SandboxTag always /> : null}
          facts={
            <>
              <StatusBadge tone={STATE_TONES[row.state]} label={t(`state.${row.state}`)} />
              <span>
                {t('pieces', { count: countUnits(row) })} · {row.address.country_code}
              </span>
            </>
          }
        />
      )}
      bulk={(selection, _count, done) => {
        const chosen = selection.all ? rows : rows.filter((row) => selection.ids.includes(row.order_id));
        const ids = chosen.filter((row) => row.actions.includes('pack')).map((row) => row.order_id);
        return ids.length > 0 ? (
          <Button size="xs" onClick={() => void pack(ids).then(done)}>
            {t('packMany', { count: ids.length })}
          </Button>
        ) : (
          <span>{t('nothingToDo')}</span>
        );
      }}
      rowActions={(row) =>
        row.actions.includes('pack') ? (
          <Button size="xs" variant="default" onClick={() => void pack([row.order_id])}>
            {t('pack')}
          </Button>
        ) : row.actions.includes('ship') ? (
          <Button size="xs" variant="default" onClick={() => view.open(row.order_id)}>
            {t('ship.open')}
          </Button>
        ) : null
      }
      detail={(id, nav) => (
        <WarehousePanel
          orderId={id}
          onPack={() => pack([id])}
          onChanged={() => void fresh()}
          onClose={nav.close}
          onPrevious={nav.previous}
          onNext={nav.next}
        />
      )}
      empty={
        <EmptyState
          picture={<Warehouse size={28} strokeWidth={1.5} aria-hidden />}
          title={t(`empty.${view.state.tab === 'paid' ? 'paid' : 'other'}`)}
          text={t('empty.text')}
        />
      }
    />
  );
}
