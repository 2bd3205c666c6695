import type { ShipmentStateName, TrackingPage } from '@quayside/contracts';
import type { Executor } from '../../db/index.ts';

export interface MailedParcel {
  shipment_id: string;
  carrier: string | null;
  tracking_number: string;
  state: ShipmentStateName;
}

/** What fulfilment knows. */
export interface ShopperMailPorts {
  findParcels(ex: Executor, workplaceId: string, shipmentIds: readonly string[]): Promise<readonly MailedParcel[]>;
  findPage(ex: Executor, workplaceId: string): Promise<TrackingPage>;
}
