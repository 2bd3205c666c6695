import '../theme/mantine-app.css';
import { ActionIcon, Button } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Archive, Inbox, Truck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { queryClient } from '../app/query-client.ts';
import { Card } from '../kit/card-list.tsx';
import { Chart } from '../kit/chart.tsx';
import type { Column } from '../kit/columns.ts';
import { ConfirmMoney } from '../kit/confirm-money.tsx';
import { CountryPicker } from '../kit/country-picker.tsx';
import { DetailPanel, Facts, PanelSection } from '../kit/detail-panel.tsx';
import type { FilterDef } from '../kit/filters.ts';
import { LazyDrawer } from '../kit/lazy-drawer.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { Money } from '../kit/money.tsx';
import { ProcessTray } from '../kit/process-tray.tsx';
import { ProductPicture } from '../kit/product-picture.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { SandboxTag } from '../kit/sandbox-tag.tsx';
import { SchemaForm } from '../kit/schema-form.tsx';
import { StateActions } from '../kit/state-actions.tsx';
import { EmptyState, ErrorState } from '../kit/states.tsx';
import { StatusBadge, type Tone } from '../kit/status-badge.tsx';
import { Timeline } from '../kit/timeline.tsx';
import { useListView } from '../kit/use-list-view.ts';
import { toast } from '../lib/toasts.ts';
import { useFormats } from '../lib/use-formats.ts';
import { type FakeOrder, fakePage } from './fake-orders.ts';

const FILTERS: readonly FilterDef[] = [
  {
    kind: 'choice',
    key: 'state',
    label: 'State',
    many: true,
    choices: ['waiting', 'moving', 'done', 'broken', 'closed'].map((value) => ({ value, label: value })),
  },
  { kind: 'range', key: 'total', label: 'Total', unit: 'money', currency: 'USD' },
  { kind: 'dates', key: 'created', label: 'Created' },
  { kind: 'country', key: 'country', label: 'Ship to' },
];
const TABS = ['all', 'to_place', 'waiting', 'transit', 'archived'] as const;

/** Every part of the kit on one page, for the eye. Only in development; its words are not translated. */
export default function GalleryPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Gallery />
    </QueryClientProvider>
  );
}

function Gallery() {
  const { country, timeAgo } = useFormats();
  const view = useListView<FakeOrder>({
    name: 'gallery',
    topic: 'gallery',
    tabs: TABS,
    filters: FILTERS,
    defaultSort: 'desc_created',
    id: (row) => row.id,
    read: (state, cursor) => fakePage(state, cursor),
  });
  const [confirm, setConfirm] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const columns = useMemo<Column<FakeOrder>[]>(
    () => [
      {
        key: 'order',
        header: 'Order',
        priority: 1,
        width: 130,
        cell: (row) => (
          <>
            <span style={{ fontWeight: 550 }}>{row.number}</span> {row.sandbox ? <SandboxTag /> : null}
          </>
        ),
      },
      {
        key: 'product',
        header: 'Product',
        priority: 1,
        grow: true,
        width: 220,
        skeleton: 'picture',
        cell: (row) => (
          <span style={{ display: 'flex', gap: 10, alignItems: 'center' }}>
            <ProductPicture src={row.picture} alt="" size={32} />
            <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{row.title}</span>
          </span>
        ),
      },
      {
        key: 'state',
        header: 'State',
        width: 160,
        priority: 1,
        cell: (row) => <StatusBadge tone={row.tone} label={row.state} />,
      },
      { key: 'country', header: 'Ship to', width: 140, priority: 3, cell: (row) => country(row.country) },
      {
        key: 'created',
        header: 'Created',
        width: 140,
        priority: 4,
        sort: 'created',
        cell: (row) => timeAgo(row.created),
      },
      {
        key: 'cost',
        header: 'Cost',
        width: 100,
        align: 'end',
        priority: 3,
        sort: 'cost',
        skeleton: 'money',
        cell: (row) => <Money value={row.cost} />,
      },
      {
        key: 'total',
        header: 'Total',
        width: 110,
        align: 'end',
        priority: 1,
        sort: 'total',
        skeleton: 'money',
        cell: (row) => <Money value={row.total} strong />,
      },
    ],
    [country, timeAgo],
  );
  return (
    <main style={{ paddingBlockStart: 'var(--header-height)' }}>
      <ListPage
        view={view}
        title="Gallery"
        searchLabel="Order, customer, SKU"
        columns={columns}
        canChooseAll
        tabs={[
          { key: 'all', label: 'All', count: 10_000 },
          { key: 'to_place', label: 'To place', count: 42 },
          { key: 'waiting', label: 'Waiting for payment', count: 3, alert: true },
          { key: 'transit', label: 'In transit', count: 1000, capped: true },
          { key: 'archived', label: 'Archived' },
        ]}
        actions={
          <>
            <Button variant="default" onClick={() => setDrawer(true)}>
              Parts
            </Button>
            <Button onClick={() => setConfirm(true)}>Pay $48.20</Button>
          </>
        }
        tools={
          <CountryPicker
            label="Ship to"
            value={view.state.filters.country?.[0] ?? 'US'}
            onChange={(code) => view.setFilters({ country: [code] })}
          />
        }
        card={(row) => (
          <Card
            picture={<ProductPicture src={row.picture} alt="" size={48} />}
            title={row.title}
            aside={<Money value={row.total} strong />}
            facts={
              <>
                <StatusBadge tone={row.tone} label={row.state} />
                <span>{row.number}</span>
              </>
            }
          />
        )}
        bulk={(_selection, count, done) => (
          <>
            <Button size="xs" onClick={() => setConfirm(true)}>
              Pay for {count}
            </Button>
            <Button size="xs" variant="default" leftSection={<Archive size={14} aria-hidden />} onClick={done}>
              Archive
            </Button>
          </>
        )}
        rowActions={() => (
          <>
            <Button size="xs" variant="default" onClick={() => setConfirm(true)}>
              Place
            </Button>
            <ActionIcon aria-label="Archive" size={28}>
              <Archive size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        detail={(id, nav) => (
          <DetailPanel
            title={`Order #${id}`}
            subtitle={
              <>
                <StatusBadge tone="waiting" label="Waiting for payment" filled /> <span>Nov 21, 2025 14:05</span>
              </>
            }
            actions={
              <StateActions
                size="xs"
                actions={[
                  { key: 'pay', label: 'Pay $48.20', run: () => setConfirm(true) },
                  { key: 'archive', label: 'Archive', icon: Archive, run: () => toast('success', 'Order archived') },
                  {
                    key: 'cancel',
                    label: 'Cancel order',
                    danger: true,
                    run: () => toast('error', 'The supplier has packed it already'),
                  },
                ]}
              />
            }
            footer={<Button onClick={() => setConfirm(true)}>Pay $48.20</Button>}
            onClose={nav.close}
            onPrevious={nav.previous}
            onNext={nav.next}
          >
            <Parts />
          </DetailPanel>
        )}
        empty={
          <EmptyState
            picture={<Inbox size={28} strokeWidth={1.5} aria-hidden />}
            title="Orders will come in here"
            text="Connect a store, and its orders arrive by themselves."
            action={<Button>Connect a store</Button>}
          />
        }
      />
      <ConfirmMoney
        open={confirm}
        onClose={() => setConfirm(false)}
        title="Pay for 3 orders?"
        text="The suppliers are paid from your wallet and begin to pack."
        lines={[
          { label: 'Goods', value: <Money value={{ amount: 3980, currency: 'USD' }} /> },
          { label: 'Shipping', value: <Money value={{ amount: 840, currency: 'USD' }} /> },
          { label: 'From your wallet', value: <Money value={{ amount: 4820, currency: 'USD' }} strong />, total: true },
        ]}
        undo="Until the supplier has packed, you can cancel and get it back."
        verb="Pay $48.20"
        onConfirm={() => new Promise((resolve) => setTimeout(resolve, 900))}
      />
      <LazyDrawer open={drawer} onClose={() => setDrawer(false)} title="Parts" width={720}>
        <Parts />
      </LazyDrawer>
      <ProcessTray
        onSeen={() => undefined}
        items={[
          {
            id: '1',
            title: 'Ceramic teapot with lid',
            picture: null,
            status: 'processing',
            done: 3,
            total: 8,
            note: 'Push · Harbour Goods',
          },
          {
            id: '2',
            title: 'Linen apron',
            picture: null,
            status: 'error',
            done: 0,
            total: 1,
            error: 'The store refused the picture: larger than 20 MB',
          },
          {
            id: '3',
            title: 'Walnut desk tray',
            picture: null,
            status: 'success',
            done: 1,
            total: 1,
            note: 'Push · North Pier',
          },
        ]}
      />
    </main>
  );
}

const TONES: Tone[] = ['waiting', 'moving', 'done', 'broken', 'closed'];

function Parts() {
  const { money, day } = useFormats();
  const [text, setText] = useState(
    '<h2>Made for long days</h2><p>Thick walls, a lid that stays. <strong>Dishwasher safe.</strong></p>',
  );
  return (
    <>
      <PanelSection title="Facts">
        <Facts
          items={[
            { label: 'Customer', value: 'Amélie Durand' },
            { label: 'Ship to', value: 'Lyon, France' },
            { label: 'SKU', value: <span className="mono">QS-TEA-0042</span> },
            { label: 'Profit', value: <Money value={{ amount: -320, currency: 'EUR' }} signed /> },
          ]}
        />
      </PanelSection>
      <PanelSection title="States">
        <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
          {TONES.map((tone) => (
            <StatusBadge key={tone} tone={tone} label={tone} filled />
          ))}
        </div>
      </PanelSection>
      <PanelSection title="Timeline" action={<Truck size={16} aria-hidden />}>
        <Timeline
          label="Timeline"
          items={[
            {
              id: '4',
              at: '2025-11-21T14:05:00Z',
              title: 'Waiting for payment',
              tone: 'waiting',
              body: 'The wallet holds $12.00 less than needed.',
            },
            { id: '3', at: '2025-11-21T09:12:00Z', title: 'Placed at the supplier', tone: 'moving', by: 'Quayside' },
            {
              id: '2',
              at: '2025-11-20T18:40:00Z',
              title: 'Payment failed',
              tone: 'broken',
              body: 'The card was refused.',
            },
            { id: '1', at: '2025-11-20T18:39:00Z', title: 'Order came in', tone: 'done', by: 'Harbour Goods' },
          ]}
        />
      </PanelSection>
      <PanelSection title="Chart">
        <Chart
          label="Sales"
          span="Last 30 days"
          points={Array.from({ length: 30 }, (_, index) => ({
            at: new Date(Date.UTC(2025, 9, 23 + index)).toISOString(),
            sales: 800 + Math.round(500 * Math.sin(index / 3) + index * 30),
            profit: 200 + Math.round(160 * Math.sin(index / 3 + 0.6) + index * 8),
          }))}
          series={[
            { key: 'sales', label: 'Sales', accent: true },
            { key: 'profit', label: 'Profit' },
          ]}
          format={(value) => money(value, 'USD')}
          formatAt={day}
        />
      </PanelSection>
      <PanelSection title="Description">
        <RichText value={text} onChange={setText} label="Description" />
      </PanelSection>
      <PanelSection title="Form from a schema">
        <SchemaForm
          submitLabel="Connect"
          onSubmit={() => Promise.resolve()}
          schema={{
            type: 'object',
            required: ['address', 'key', 'secret'],
            properties: {
              address: {
                type: 'string',
                format: 'uri',
                title: 'Store address',
                'x-placeholder': 'https://shop.example',
              },
              key: { type: 'string', title: 'Consumer key', description: 'Begins with ck_' },
              secret: { type: 'string', writeOnly: true, title: 'Consumer secret' },
              plan: { type: 'string', enum: ['small', 'large'], title: 'Plan' },
              days: { type: 'integer', title: 'Days', minimum: 1, maximum: 30 },
              live: { type: 'boolean', title: 'Publish at once' },
            },
          }}
        />
      </PanelSection>
      <PanelSection title="Error">
        <ErrorState error={new Error('x')} onRetry={() => undefined} small />
      </PanelSection>
    </>
  );
}
