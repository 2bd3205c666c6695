import { Button, Checkbox, Switch } from '@mantine/core';
import type { PlacementPreview } from '@quayside/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import type { MinorMoney } from '../../../lib/formats.ts';
import { session } from '../../../lib/session.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './place.module.css';
import { placementSums, shortage } from './placement.ts';
import type { PlacingTopup } from './use-placing-topup.ts';

interface Props {
  kind: 'place' | 'shipping';
  /** The orders that can be placed. */
  orders: readonly PlacementPreview[];
  held: MinorMoney | undefined;
  /** The chosen orders, and those of them whose prices are known. */
  count: number;
  priced: number;
  /** Every price of what is chosen is known. Until then no sum is shown: it would be one of a part. */
  isWhole: boolean;
  payNow: boolean;
  onPayNow(on: boolean): void;
  /** How many shipping services were chosen anew. */
  changed: number;
  busy: boolean;
  failure: string | undefined;
  topUp: PlacingTopup;
  onConfirm(): void;
}

/** What the wallet lacks, and the button that tops it up by that and comes back. */
function ShortWallet({ short, topUp }: { short: MinorMoney; topUp: PlacingTopup }) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const amount = topUp.amountFor(short.amount);
  return (
    <div className={classes.short} role="alert">
      <span>{t('place.short', { sum: money(short) })}</span>
      {topUp.canTopUp ? (
        <Button
          size="xs"
          loading={topUp.isBusy || topUp.notice === 'waiting'}
          disabled={topUp.needsPolicy && !topUp.agreed}
          onClick={() => topUp.begin(amount)}
        >
          {t('place.topUpAndPay', { sum: money({ amount, currency: short.currency }) })}
        </Button>
      ) : session().hidesBilling ? null : (
        <Link to="/app/setting/wallet" className={classes.topup}>
          {t('place.topUp')}
        </Link>
      )}
      {topUp.canTopUp && topUp.needsPolicy ? (
        <Checkbox
          size="xs"
          checked={topUp.agreed}
          onChange={(event) => topUp.setAgreed(event.currentTarget.checked)}
          label={t('place.policy')}
        />
      ) : null}
      {topUp.failure ? <span>{topUp.failure}</span> : null}
    </div>
  );
}

/** The sum, the purse it comes from, what can be undone, and the button that says verb and sum. */
export function PlaceFooter(props: Props) {
  const { orders, held, payNow, isWhole } = props;
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  if (props.kind === 'shipping') {
    return (
      <>
        {props.failure ? (
          <p className={classes.failure} role="alert">
            {props.failure}
          </p>
        ) : null}
        <Button disabled={props.changed === 0} loading={props.busy} onClick={props.onConfirm}>
          {t('ship.save')}
        </Button>
      </>
    );
  }
  const { total, wallet } = placementSums(orders);
  const unpaid = orders.filter((order) => order.warnings.length > 0).length;
  const short = payNow && isWhole ? shortage(wallet, held) : undefined;
  const verb = !isWhole
    ? payNow
      ? t('place.verbPaying')
      : t('place.verb', { count: props.count })
    : orders.length === 0 || !total
      ? t('place.verb', { count: Math.max(orders.length, 1) })
      : payNow
        ? t('place.verbPay', { sum: money(total) })
        : t('place.verbSum', { count: orders.length, sum: money(total) });
  return (
    <div className={classes.footer}>
      <div className={classes.purse}>
        <Switch
          checked={payNow}
          onChange={(event) => props.onPayNow(event.currentTarget.checked)}
          label={t('place.payNow')}
        />
        <span className={classes.quiet}>
          {t('place.balance')} <Money value={held} />
        </span>
      </div>
      {unpaid > 0 ? <p className={classes.undo}>{t('place.unpaid', { count: unpaid })}</p> : null}
      {short ? (
        <ShortWallet short={short} topUp={props.topUp} />
      ) : (
        <p className={classes.undo}>{payNow ? t('place.undoPay') : t('place.undo')}</p>
      )}
      {props.failure ? (
        <p className={classes.failure} role="alert">
          {props.failure}
        </p>
      ) : null}
      {props.topUp.notice ? (
        <p className={classes.undo} role="status">
          {t(`place.topUpNotice.${props.topUp.notice}`)}
        </p>
      ) : null}
      <div className={classes.confirm}>
        <span className={classes.total}>
          {isWhole
            ? t('place.orders', { count: orders.length })
            : t('place.pricing', { done: props.priced, total: props.count })}
        </span>
        <Button
          loading={props.busy}
          disabled={orders.length === 0 || !isWhole || short !== undefined}
          onClick={props.onConfirm}
        >
          {verb}
        </Button>
      </div>
    </div>
  );
}
