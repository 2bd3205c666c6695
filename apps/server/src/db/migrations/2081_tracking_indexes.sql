-- No statement looks for numbers by parcel, or for alarms by order. Webhooks name numbers.
drop index tracked_number_parcel;
drop index shipment_alarm_order;
create index tracked_number_named on tracked_number (workplace_id, service_id, tracking_number) where state = 'tracked';
