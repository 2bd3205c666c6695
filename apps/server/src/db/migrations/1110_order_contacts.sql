-- Keys that find the orders of a shopper for privacy requests: e-mail addresses in lower case and phone numbers with their country
-- code, from the store's address and the owner's correction. An index may serve their equality behind row-level security.

-- Country codes by ISO 3166 code, as the ITU assigns them (E.164).
create function calling_codes() returns jsonb
  language sql immutable parallel safe
  return '{"AC":"247","AD":"376","AE":"971","AF":"93","AG":"1","AI":"1","AL":"355","AM":"374","AO":"244","AR":"54","AS":"1","AT":"43",
    "AU":"61","AW":"297","AX":"358","AZ":"994","BA":"387","BB":"1","BD":"880","BE":"32","BF":"226","BG":"359","BH":"973","BI":"257",
    "BJ":"229","BL":"590","BM":"1","BN":"673","BO":"591","BQ":"599","BR":"55","BS":"1","BT":"975","BW":"267","BY":"375","BZ":"501",
    "CA":"1","CC":"61","CD":"243","CF":"236","CG":"242","CH":"41","CI":"225","CK":"682","CL":"56","CM":"237","CN":"86","CO":"57",
    "CR":"506","CU":"53","CV":"238","CW":"599","CX":"61","CY":"357","CZ":"420","DE":"49","DJ":"253","DK":"45","DM":"1","DO":"1",
    "DZ":"213","EC":"593","EE":"372","EG":"20","EH":"212","ER":"291","ES":"34","ET":"251","FI":"358","FJ":"679","FK":"500","FM":"691",
    "FO":"298","FR":"33","GA":"241","GB":"44","GD":"1","GE":"995","GF":"594","GG":"44","GH":"233","GI":"350","GL":"299","GM":"220",
    "GN":"224","GP":"590","GQ":"240","GR":"30","GT":"502","GU":"1","GW":"245","GY":"592","HK":"852","HN":"504","HR":"385","HT":"509",
    "HU":"36","ID":"62","IE":"353","IL":"972","IM":"44","IN":"91","IO":"246","IQ":"964","IR":"98","IS":"354","IT":"39","JE":"44",
    "JM":"1","JO":"962","JP":"81","KE":"254","KG":"996","KH":"855","KI":"686","KM":"269","KN":"1","KP":"850","KR":"82","KW":"965",
    "KY":"1","KZ":"7","LA":"856","LB":"961","LC":"1","LI":"423","LK":"94","LR":"231","LS":"266","LT":"370","LU":"352","LV":"371",
    "LY":"218","MA":"212","MC":"377","MD":"373","ME":"382","MF":"590","MG":"261","MH":"692","MK":"389","ML":"223","MM":"95","MN":"976",
    "MO":"853","MP":"1","MQ":"596","MR":"222","MS":"1","MT":"356","MU":"230","MV":"960","MW":"265","MX":"52","MY":"60","MZ":"258",
    "NA":"264","NC":"687","NE":"227","NF":"672","NG":"234","NI":"505","NL":"31","NO":"47","NP":"977","NR":"674","NU":"683","NZ":"64",
    "OM":"968","PA":"507","PE":"51","PF":"689","PG":"675","PH":"63","PK":"92","PL":"48","PM":"508","PR":"1","PS":"970","PT":"351",
    "PW":"680","PY":"595","QA":"974","RE":"262","RO":"40","RS":"381","RU":"7","RW":"250","SA":"966","SB":"677","SC":"248","SD":"249",
    "SE":"46","SG":"65","SH":"290","SI":"386","SJ":"47","SK":"421","SL":"232","SM":"378","SN":"221","SO":"252","SR":"597","SS":"211",
    "ST":"239","SV":"503","SX":"1","SY":"963","SZ":"268","TC":"1","TD":"235","TG":"228","TH":"66","TJ":"992","TK":"690","TL":"670",
    "TM":"993","TN":"216","TO":"676","TR":"90","TT":"1","TV":"688","TW":"886","TZ":"255","UA":"380","UG":"256","US":"1","UY":"598",
    "UZ":"998","VA":"39","VC":"1","VE":"58","VG":"1","VI":"1","VN":"84","VU":"678","WF":"681","WS":"685","XK":"383","YE":"967",
    "YT":"262","ZA":"27","ZM":"260","ZW":"263"}'::jsonb;

-- A phone number as country code and national number, digits only: +49 (0)170 1234567, 0049 170 1234567 and, in Germany,
-- 0170 1234567 are the same. Without a known country a national number keeps its digits. Null: too short to identify anyone.
create function phone_key(phone text, country text) returns text
  language plpgsql immutable parallel safe as $$
declare
  written text := regexp_replace(coalesce(phone, ''), '\(\s*0\s*\)', '', 'g');
  digits text := regexp_replace(written, '\D', '', 'g');
  code text := calling_codes() ->> country;
begin
  if written ~ '^\s*\+' then
    null;
  elsif digits like '00%' then
    digits := substr(digits, 3);
  elsif code is not null then
    -- The prefix dialled inside the country. Italy has none: its zero is part of the number.
    if code = '36' then digits := regexp_replace(digits, '^06', '');
    elsif code = '7' and length(digits) = 11 then digits := regexp_replace(digits, '^8', '');
    elsif code <> '39' then digits := regexp_replace(digits, '^0', '');
    end if;
    -- Nine more digits than the country code: it is there already, only its plus is missing.
    if not (digits ^@ code and length(digits) >= length(code) + 9) then digits := code || digits; end if;
  end if;
  return case when length(digits) >= 6 then digits end;
end $$;

-- The keys that a typed number may have: without a country code, one for each country, and as it was typed.
create function phone_keys(typed text) returns text[]
  language sql immutable parallel safe
  return (
    select coalesce(array_agg(distinct key), '{}') from (
      select phone_key(typed, null) as key
      union all
      select phone_key(typed, country) from jsonb_object_keys(calling_codes()) as country
      where typed !~ '^\s*(\+|00)'
    ) k where key is not null
  );

create table order_contact (
  workplace_id uuid not null,
  contact_key text collate "C" not null,
  order_id uuid not null,
  primary key (workplace_id, order_id, contact_key),
  foreign key (workplace_id, order_id) references sales_order on delete cascade
);
create index order_contact_found on order_contact (workplace_id, contact_key, order_id);
call tenant_table('order_contact');

create function order_contact_keys(customer_email text, address jsonb, address_edit jsonb) returns text[]
  language sql immutable parallel safe
  return (
    select coalesce(array_agg(distinct key), '{}') from unnest(array[
      lower(trim(customer_email)), lower(trim(address ->> 'email')), lower(trim(address_edit ->> 'email')),
      phone_key(address ->> 'phone', address ->> 'countryCode'),
      phone_key(address_edit ->> 'phone', coalesce(address_edit ->> 'countryCode', address ->> 'countryCode'))]) as key
    where key <> ''
  );

create function keep_order_contacts() returns trigger language plpgsql as $$
declare
  found text;
begin
  if tg_op = 'UPDATE' then
    delete from order_contact where workplace_id = new.workplace_id and order_id = new.order_id;
  end if;
  foreach found in array order_contact_keys(new.customer_email, new.address, new.address_edit) loop
    insert into order_contact (workplace_id, contact_key, order_id) values (new.workplace_id, found, new.order_id);
  end loop;
  return null;
end $$;
create trigger sales_order_contacts_added after insert on sales_order for each row execute function keep_order_contacts();
create trigger sales_order_contacts_changed after update of customer_email, address, address_edit on sales_order for each row
  when (new.customer_email is distinct from old.customer_email or new.address is distinct from old.address
    or new.address_edit is distinct from old.address_edit) execute function keep_order_contacts();
