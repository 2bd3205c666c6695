import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import type { ReturnAddress } from '@quayside/contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRY_CODES } from '../../../kit/country-codes.ts';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { api } from '../../../lib/api.ts';
import { getConnectors } from '../../../lib/connectors.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './returns.module.css';
import { useStep } from './use-step.ts';

interface Props {
  /** Absent: a new one. */
  address: ReturnAddress | undefined;
  open: boolean;
  onClose(): void;
}

/** Fields in the order in which people write an address; the numbers are the most letters the server takes. */
const FIELDS = {
  name: 120,
  address1: 200,
  address2: 200,
  postal_code: 20,
  city: 100,
  province: 100,
  phone: 40,
} as const;
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];
const SHOWN: readonly string[] = [...NAMES, 'country_code', 'store_id', 'source'];
const REQUIRED: ReadonlySet<Field> = new Set(['name', 'address1', 'city']);

/** Adds or changes a return address. */
export default function ReturnAddressDrawer({ address, open, onClose }: Props) {
  const { t } = useTranslation('returns');
  const { account, workplaceId } = useAccount();
  const { country, language } = useFormats();
  const [values, setValues] = useState<Readonly<Record<Field, string>>>(() => ({
    name: address?.name ?? '',
    address1: address?.address1 ?? '',
    address2: address?.address2 ?? '',
    postal_code: address?.postal_code ?? '',
    city: address?.city ?? '',
    province: address?.province ?? '',
    phone: address?.phone ?? '',
  }));
  const [countryCode, setCountry] = useState<string | null>(address?.country_code ?? null);
  // `store:<id>`, `supplier:<id>`, or empty for everything else.
  const [scope, setScope] = useState(
    address?.source ? `supplier:${address.source}` : address?.store_id ? `store:${address.store_id}` : '',
  );
  const [checked, setChecked] = useState(false);
  const step = useStep(onClose, (field) => SHOWN.includes(field));
  const countries = useMemo(() => {
    const order = new Intl.Collator(language);
    return COUNTRY_CODES.map((value) => ({ value, label: country(value) })).sort((a, b) =>
      order.compare(a.label, b.label),
    );
  }, [country, language]);
  const [kind, id = ''] = scope.split(':');
  const missing = (field: Field) =>
    checked && REQUIRED.has(field) && values[field].trim() === '' ? t('addresses.required') : undefined;

  function send(): void {
    setChecked(true);
    if (!countryCode || NAMES.some((field) => REQUIRED.has(field) && values[field].trim() === '')) return;
    const body = {
      ...values,
      country_code: countryCode,
      store_id: kind === 'store' ? id : null,
      source: kind === 'supplier' ? id : null,
    };
    void step.send(() =>
      address
        ? api('PUT /orders/returns/v1/addresses/{return_address_id}', {
            params: { return_address_id: address.return_address_id },
            body,
            quiet: true,
          })
        : api('POST /orders/returns/v1/addresses', { body, quiet: true }),
    );
  }

  const input = (field: Field) => (
    <TextInput
      label={t(`addresses.field.${field}`)}
      value={values[field]}
      maxLength={FIELDS[field]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setValues((now) => ({ ...now, [field]: value }));
      }}
      error={step.error(field) ?? missing(field)}
    />
  );
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t(address ? 'addresses.change' : 'addresses.add')}
      width={480}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={step.busy} onClick={send}>
            {t('addresses.save')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        <NativeSelect
          label={t('addresses.for')}
          description={t('addresses.forNote')}
          value={scope}
          onChange={(event) => setScope(event.currentTarget.value)}
          error={step.error('source') ?? step.error('store_id')}
          data={[
            { value: '', label: t('scope.all') },
            {
              group: t('addresses.stores'),
              items: storesInUse(account?.linked_stores, workplaceId).map((store) => ({
                value: `store:${store.id}`,
                label: store.store_name,
              })),
            },
            {
              group: t('addresses.suppliers'),
              items: getConnectors('supplier').map((one) => ({ value: `supplier:${one.id}`, label: one.label })),
            },
          ]}
        />
        {input('name')}
        {input('address1')}
        {input('address2')}
        <div className={classes.pair}>
          {input('postal_code')}
          {input('city')}
        </div>
        {input('province')}
        <Select
          label={t('addresses.field.country')}
          value={countryCode}
          onChange={setCountry}
          data={countries}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('addresses.noCountry')}
          error={step.error('country_code') ?? (checked && !countryCode ? t('addresses.required') : undefined)}
        />
        {input('phone')}
        <Failure text={step.failure} />
      </div>
    </Drawer>
  );
}
