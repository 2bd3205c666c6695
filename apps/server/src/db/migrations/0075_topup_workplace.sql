-- In which workplace a top-up was begun: its people are told when the money has come.
alter table topup add column begun_in uuid;
