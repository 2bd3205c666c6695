-- An erased order of the warehouse takes in no words about its shopper any more: a parcel may still be on its way.
alter table warehouse.purchase add column erased_at timestamptz(3);
