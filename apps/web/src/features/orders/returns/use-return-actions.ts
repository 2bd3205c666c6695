import type { Return } from '@quayside/contracts';
import type { ReturnAction } from '@quayside/contracts/return-choices.ts';
import { Ban, CircleX, PackageCheck, Redo2, Repeat, Truck, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StateAction } from '../../../kit/state-actions.tsx';
import { useMay } from '../../../lib/use-may.ts';
import { sortActions } from './labels.ts';

const ICONS = {
  approve: PackageCheck,
  reject: CircleX,
  send_back: Truck,
  receive: PackageCheck,
  refund: Undo2,
  exchange: Repeat,
  withdraw: Redo2,
  cancel: Ban,
  close: CircleX,
} as const;

/** What spends money or goods, or keeps it from being spent. */
const PAYS: ReadonlySet<ReturnAction> = new Set(['refund', 'exchange', 'withdraw']);
/** In the menu, not among the buttons. */
const RARE: ReadonlySet<ReturnAction> = new Set(['cancel', 'close']);

/** What the server allows to be done with a return now, as buttons, the usual one first. */
export function useReturnActions(begin: (one: Return, action: ReturnAction) => void): (one: Return) => StateAction[] {
  const { t } = useTranslation('returns');
  const { may } = useMay();
  return (one) =>
    sortActions(one)
      .filter((action) => may(PAYS.has(action) ? 'orders.pay' : 'orders.change'))
      .map((action) => ({
        key: action,
        label: t(action === 'send_back' && one.state === 'sent_back' ? 'action.correct' : `action.${action}`),
        icon: ICONS[action],
        danger: RARE.has(action),
        run: () => begin(one, action),
      }));
}
