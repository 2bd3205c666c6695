import { Button, Switch } from '@mantine/core';
import type { CombinedGroupView, PlacementPreview } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { connectorName } from '../../../lib/connectors.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { sumMoney } from '../labels.ts';
import classes from './combine.module.css';
import { groupKey } from './placement.ts';

interface Props {
  groups: readonly CombinedGroupView[];
  orders: readonly PlacementPreview[];
  /** Keys of the groups that are combined. */
  combined: ReadonlySet<string>;
  onChange(combined: ReadonlySet<string>): void;
}

/** The orders that can share a supplier order: nothing is combined until a person switches it on. */
export function CombineGroups({ groups, orders, combined, onChange }: Props) {
  const { t } = useTranslation('orderDecisions');
  const known = groups.filter((group) => !isAwaited(group)).map(groupKey);
  const isAll = known.every((key) => combined.has(key));
  const set = (key: string, on: boolean) =>
    onChange(on ? new Set([...combined, key]) : new Set([...combined].filter((one) => one !== key)));
  return (
    <div className={classes.groups}>
      {known.length > 1 ? (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.all}
          onClick={() => onChange(isAll ? new Set() : new Set([...combined, ...known]))}
        >
          {isAll ? t('combine.none') : t('combine.all')}
        </Button>
      ) : null}
      {groups.map((group) => {
        const key = groupKey(group);
        return (
          <Group
            key={key}
            group={group}
            orders={group.order_ids.flatMap((id) => orders.find((order) => order.order_id === id) ?? [])}
            isOn={combined.has(key)}
            onSwitch={(on) => set(key, on)}
          />
        );
      })}
    </div>
  );
}

/** The price of all items together is on its way, and none is known from before. */
const isAwaited = (group: CombinedGroupView): boolean => group.quotes_pending && group.saving === null;

interface GroupProps {
  group: CombinedGroupView;
  orders: readonly PlacementPreview[];
  isOn: boolean;
  onSwitch(on: boolean): void;
}

function Group({ group, orders, isOn, onSwitch }: GroupProps) {
  const { t } = useTranslation(['orderDecisions', 'orders']);
  const source = orders[0]?.packages[0]?.source;
  const supplier = source ? connectorName(source) : '';
  const names = new Map(orders.map((order) => [order.order_id, order.name]));
  return (
    <section className={classes.group} data-on={isOn || undefined}>
      <div className={classes.head}>
        <Switch
          checked={isOn}
          disabled={isAwaited(group) && !isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
          label={t('combine.title', { count: orders.length })}
        />
        <Saving group={group} />
      </div>
      <p className={classes.note}>{t('combine.note', { supplier })}</p>
      {isAwaited(group) ? (
        <p className={classes.note} role="status">
          {t('combine.asking', { supplier })}
        </p>
      ) : group.saving === null ? (
        <p className={classes.note}>{t('combine.unknown', { supplier })}</p>
      ) : null}
      <table className={classes.costs}>
        <thead>
          <tr>
            <th scope="col">{t('orders:money.shipping')}</th>
            <th scope="col">{t('combine.separate')}</th>
            <th scope="col">{t('combine.combined')}</th>
          </tr>
        </thead>
        <tbody>
          {group.shares.map((share) => (
            <tr key={share.order_id}>
              <th scope="row">
                <bdi>{names.get(share.order_id)}</bdi>
              </th>
              <td>
                <Money value={share.separate_cost} />
              </td>
              <td>
                <Money value={share.shipping_cost} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('combine.sum')}</th>
            <td>
              <Money value={sumMoney(group.shares.map((share) => share.separate_cost))} />
            </td>
            <td>
              <Money value={group.shipping_cost} strong />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** What combining saves, or costs on top. */
function Saving({ group: { saving } }: { group: CombinedGroupView }) {
  const { t } = useTranslation('orderDecisions');
  const { money } = useFormats();
  if (!saving) return null;
  if (saving.amount === 0) return <span className={classes.same}>{t('combine.same')}</span>;
  const sum = money({ ...saving, amount: Math.abs(saving.amount) });
  return saving.amount > 0 ? (
    <span className={classes.saved}>{t('combine.saved', { sum })}</span>
  ) : (
    <span className={classes.more}>{t('combine.more', { sum })}</span>
  );
}

/** Names the other orders of a shared supplier order beside an order. */
export function CombinedWith({ orders }: { orders: readonly string[] }) {
  const { t } = useTranslation('orderDecisions');
  return <span className={classes.same}>{t('combine.with', { orders: orders.join(', ') })}</span>;
}

/** Labels an order's part of the shipping together. */
export function ShareLabel() {
  const { t } = useTranslation('orderDecisions');
  return <>{t('combine.share')}</>;
}
