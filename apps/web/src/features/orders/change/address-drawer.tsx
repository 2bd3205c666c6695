import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRY_CODES } from '../../../kit/country-codes.ts';
import { Drawer } from '../../../kit/drawer.tsx';
import { SchemaForm } from '../../../kit/schema-form.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { api, type CallBody } from '../../../lib/api.ts';
import type { JsonSchema } from '../../../lib/json-schema.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Problem } from '../panel/problem.tsx';
import type { TaskProps } from '../use-task.ts';
import classes from './change.module.css';

/** Fields in the order in which people write an address; the numbers are the most letters the server takes. */
const FIELDS = {
  first_name: 80,
  last_name: 80,
  company: 120,
  address1: 200,
  address2: 200,
  postal_code: 20,
  city: 100,
  province: 100,
  phone: 40,
  email: 254,
  tax_id: 30,
} as const;
type Field = keyof typeof FIELDS;

/** Repairs the address of an order. Only what was changed is sent; an emptied field is cleared. */
export default function AddressDrawer({ task, open, onClose }: TaskProps<'address'>) {
  const { t } = useTranslation('orders');
  const { country, language } = useFormats();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: queryKeys.detail('orders', task.orderId),
    queryFn: ({ signal }) => api('GET /orders/v5/panel/{order_id}', { params: { order_id: task.orderId }, signal }),
    enabled: open,
  });
  const order = data?.order;
  const schema = useMemo<JsonSchema>(() => {
    const order = new Intl.Collator(language);
    const codes = [...COUNTRY_CODES].sort((a, b) => order.compare(country(a), country(b)));
    const fields = Object.entries(FIELDS).map(([name, maxLength]): [string, JsonSchema] => [
      name,
      {
        type: 'string',
        title: t(`address.${name as Field}`),
        maxLength,
        format: name === 'email' ? 'email' : undefined,
      },
    ]);
    const place: [string, JsonSchema] = [
      'country_code',
      {
        type: 'string',
        title: t('address.country_code'),
        enum: codes,
        'x-labels': Object.fromEntries(codes.map((code) => [code, country(code)])),
      },
    ];
    return { type: 'object', properties: Object.fromEntries([...fields.slice(0, 8), place, ...fields.slice(8)]) };
  }, [t, country, language]);

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('address.title', { name: order?.name ?? '' })}
      width={480}
      closeOnOverlay={false}
    >
      <div className={classes.page}>
        {order ? (
          <>
            {Object.entries(order.address_errors).map(([field, problem]) => (
              <Problem key={field} problem={problem} />
            ))}
            <SchemaForm
              schema={schema}
              values={order.address}
              submitLabel={t('address.save')}
              onCancel={onClose}
              onSubmit={async (values) => {
                const body: CallBody<'POST /orders/update-customer'> = { order_id: order.id };
                for (const name of [...(Object.keys(FIELDS) as Field[]), 'country_code'] as const) {
                  const value = typeof values[name] === 'string' ? values[name] : '';
                  if (value === (order.address[name] ?? '') || (name === 'country_code' && !value)) continue;
                  body[name] = value;
                }
                await api('POST /orders/update-customer', { body, quiet: true });
                await client.invalidateQueries({ queryKey: ['orders'] });
                toast('success', t('address.saved'));
                onClose();
              }}
            >
              <p className={classes.quiet}>{t('address.effect')}</p>
            </SchemaForm>
          </>
        ) : (
          <SkeletonBox width="100%" height={420} />
        )}
      </div>
    </Drawer>
  );
}
