import type { Tone } from '../kit/status-badge.tsx';
import type { ListState } from '../kit/use-list-view.ts';
import type { ListPageData } from '../lib/live-pages.ts';

export interface FakeOrder {
  id: string;
  number: string;
  title: string;
  picture: string | null;
  tone: Tone;
  state: string;
  country: string;
  created: string;
  cost: { amount: number; currency: string };
  total: { amount: number; currency: string };
  sandbox: boolean;
}

const TITLES = [
  'Ceramic teapot with lid',
  'Linen apron, olive',
  'Walnut desk tray',
  'Wool blanket 130 × 180',
  'Brass door hook',
  'Enamel mug, set of 4',
];
const STATES: [Tone, string][] = [
  ['waiting', 'Waiting for payment'],
  ['moving', 'In transit'],
  ['done', 'Delivered'],
  ['broken', 'Out of stock'],
  ['closed', 'Archived'],
];
const COUNTRIES = ['US', 'FR', 'DE', 'BR', 'AE', 'JP'];
const COUNT = 10_000;
const PAGE = 50;

const rows: FakeOrder[] = Array.from({ length: COUNT }, (_, index) => {
  const [tone, state] = STATES[(index * 7) % 5] ?? ['closed', ''];
  const cost = 900 + ((index * 733) % 6000);
  return {
    id: String(COUNT - index),
    number: `#${COUNT - index}`,
    title: TITLES[index % TITLES.length] ?? '',
    picture: index % 9 === 4 ? '/missing.webp' : `/mark.svg?${index % 12}`,
    tone,
    state,
    country: COUNTRIES[index % COUNTRIES.length] ?? 'US',
    created: new Date(Date.now() - index * 1_400_000).toISOString(),
    cost: { amount: cost, currency: 'USD' },
    total: { amount: Math.round(cost * 1.9), currency: 'USD' },
    sandbox: index % 5 === 2,
  };
});

/** A page of made-up orders, as slow as a good server. */
export async function fakePage(state: ListState, cursor: string | undefined): Promise<ListPageData<FakeOrder>> {
  await new Promise((resolve) => setTimeout(resolve, 120));
  const wanted = state.q.toLowerCase();
  const found = rows.filter(
    (row) =>
      (!wanted || row.title.toLowerCase().includes(wanted)) &&
      (!state.filters.state || state.filters.state.includes(row.tone)),
  );
  const from = Number(cursor ?? 0);
  const items = found.slice(from, from + PAGE);
  return { items, total: found.length, next_cursor: from + PAGE < found.length ? String(from + PAGE) : undefined };
}
