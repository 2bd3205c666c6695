import { Button, TextInput } from '@mantine/core';
import type { OrderDetail, OrderLine } from '@quayside/contracts';
import type { ManualOrder } from '@quayside/contracts/extension-messages.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Puzzle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../../kit/confirm-money.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { ApiError, api, errorText } from '../../../lib/api.ts';
import { NOT_INSTALLED } from '../../../lib/outside/extension.ts';
import { askInstalled } from '../../../lib/outside/extension-ask.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useProblemWords } from '../../extension/index.ts';
import { isOpenLine } from '../labels.ts';
import classes from './change.module.css';
import { MAX_MANUAL_LINES, toManualOrder, webAddress } from './manual-order.ts';

interface Props {
  order: OrderDetail;
  /** Lines that nobody buys yet, as far as this screen knows. */
  chosen: readonly OrderLine[];
  /** Reads the order anew. */
  refresh(): Promise<OrderDetail | undefined>;
}

const nameOf = (line: OrderLine): string => [line.title, line.variant_title].filter(Boolean).join(' · ');

/**
 * Buying lines with one's own hands: the extension opens the pages and has the address at hand. Nothing is bought and nothing
 * is marked by it.
 */
export function ManualFulfillment({ order, chosen, refresh }: Props) {
  const { t } = useTranslation('extension');
  const { country, dateTime } = useFormats();
  const words = useProblemWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [told, setTold] = useState<string>();
  const [again, setAgain] = useState<{ hand: ManualOrder; before: string }>();
  const kept = queryKeys.detail('orders', order.id, 'buying-addresses');
  const params = { order_id: order.id };
  const { data, error } = useQuery({
    queryKey: kept,
    queryFn: ({ signal }) => api('GET /orders/v5/buying-addresses/{order_id}', { params, signal }),
  });
  const known = new Map(data?.items.map((one) => [one.line_item_id, one.address]));
  const textOf = (id: string): string => typed[id] ?? known.get(id) ?? '';
  const isWrong = (id: string): boolean => textOf(id).trim() !== '' && webAddress(textOf(id)) === undefined;
  const addressOf = (id: string): string | null => webAddress(textOf(id)) ?? null;

  /** Keeps what was typed for the next order with the same things. */
  async function keep(lines: readonly OrderLine[]): Promise<void> {
    const items = lines
      .filter(({ id }) => typed[id] !== undefined && !isWrong(id) && addressOf(id) !== (known.get(id) ?? null))
      .map(({ id }) => ({ line_item_id: id, address: addressOf(id) }));
    if (items.length === 0) return;
    const body = { items };
    client.setQueryData(kept, await api('PUT /orders/v5/buying-addresses/{order_id}', { params, body, quiet: true }));
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    setTold(undefined);
    try {
      await work();
    } catch (problem) {
      setFailure(errorText(problem));
    } finally {
      setBusy(false);
    }
  }

  const begin = () =>
    attempt(async () => {
      await keep(chosen);
      // Somebody else may have ordered them at a supplier since this was opened.
      const now = await refresh();
      const open = now?.line_items.filter(isOpenLine) ?? [];
      const gone = chosen.find((line) => !open.some((one) => one.id === line.id));
      if (!now || gone) {
        setFailure(t('hand.gone', { title: gone ? nameOf(gone) : order.name }));
        return;
      }
      const lines = open.filter((one) => chosen.some((line) => line.id === one.id));
      const addresses = new Map(lines.flatMap(({ id }) => (addressOf(id) ? [[id, addressOf(id) ?? '']] : [])));
      const hand = toManualOrder(now, lines, addresses, country(now.address.country_code));
      const seen = await askInstalled('ORDER_FULFILMENT', { order: hand, look: true });
      if (seen === NOT_INSTALLED || !seen.ok) setFailure(words(seen));
      else if (seen.data.before) setAgain({ hand, before: seen.data.before });
      else await openPages(hand);
    });

  async function openPages(hand: ManualOrder): Promise<void> {
    const answer = await askInstalled('ORDER_FULFILMENT', { order: hand });
    if (answer === NOT_INSTALLED || !answer.ok) {
      setFailure(words(answer));
      return;
    }
    const { opened } = answer.data;
    const pages = new Set(hand.lines.flatMap(({ address }) => address ?? [])).size;
    const said = opened > 0 ? t('hand.opened', { count: opened }) : t('hand.openedNone');
    setTold(pages > opened ? `${said} ${t('hand.more')}` : said);
  }

  const busyLines = order.line_items.filter((line) =>
    ['placing', 'placed', 'shipped', 'delivered'].includes(line.state),
  ).length;
  return (
    <section className={classes.byHand} aria-label={t('hand.title')}>
      <h3 className={classes.strong}>{t('hand.title')}</h3>
      <p className={classes.quiet}>{t('hand.text')}</p>
      {busyLines > 0 ? <p className={classes.quiet}>{t('hand.underWay', { count: busyLines })}</p> : null}
      {chosen.map((line) => (
        <TextInput
          key={line.id}
          label={t('hand.place', { title: nameOf(line) })}
          description={line === chosen[0] ? t('hand.placeHelp') : undefined}
          value={textOf(line.id)}
          inputMode="url"
          dir="auto"
          maxLength={2_000}
          error={isWrong(line.id) ? t('hand.wrong') : undefined}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, [line.id]: value }))}
          onBlur={() => void keep([line]).catch((problem) => setFailure(errorText(problem)))}
        />
      ))}
      {chosen.length > MAX_MANUAL_LINES ? (
        <p className={classes.quiet}>{t('hand.tooMany', { count: MAX_MANUAL_LINES })}</p>
      ) : null}
      <div>
        <Button
          variant="default"
          loading={busy}
          disabled={chosen.length === 0 || chosen.length > MAX_MANUAL_LINES || chosen.some(({ id }) => isWrong(id))}
          leftSection={<Puzzle size={16} aria-hidden />}
          onClick={() => void begin()}
        >
          {t('hand.open')}
        </Button>
      </div>
      <Failure text={failure ?? (error instanceof ApiError ? errorText(error) : undefined)} />
      <p className={classes.told} role="status">
        {told}
      </p>
      <ConfirmMoney
        open={again !== undefined}
        onClose={() => setAgain(undefined)}
        title={t('hand.again.title', { name: order.name })}
        text={t('hand.again.text', { when: dateTime(again?.before) })}
        verb={t('hand.again.verb')}
        onConfirm={() => (again ? attempt(() => openPages(again.hand)) : undefined)}
      />
    </section>
  );
}
