-- Ids of connectors are checked where they are written, against the connectors that are installed.
alter table store drop constraint store_platform_check;
alter table privacy_request drop constraint privacy_request_origin_check;
