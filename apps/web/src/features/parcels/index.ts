export { Alarms } from './alarms.tsx';
export { CarrierField } from './carrier-field.tsx';
export { ChooseCarrier } from './choose-carrier.tsx';
export { SHIPMENT_TONES } from './labels.ts';
export { ParcelMap } from './parcel-map.tsx';
export { StoreUpdate } from './store-update.tsx';
