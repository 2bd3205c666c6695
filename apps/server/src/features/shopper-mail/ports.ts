import type { ReturnState, ShipmentStateName, TrackingPage } from '@quayside/contracts';
import type { Executor } from '../../db/index.ts';
import type { ReturnLetter } from './actions/write-return-letter.ts';

/** A return that is mailed about; the kind of the email is not known yet. */
export type MailedReturn = Omit<ReturnLetter, 'kind'> & { state: ReturnState };

export interface MailedParcel {
  shipment_id: string;
  carrier: string | null;
  tracking_number: string;
  state: ShipmentStateName;
}

/** What fulfilment and returns know. */
export interface ShopperMailPorts {
  findParcels(ex: Executor, workplaceId: string, shipmentIds: readonly string[]): Promise<readonly MailedParcel[]>;
  findReturn(ex: Executor, workplaceId: string, returnId: string): Promise<MailedReturn | undefined>;
  findPage(ex: Executor, workplaceId: string): Promise<TrackingPage>;
}
