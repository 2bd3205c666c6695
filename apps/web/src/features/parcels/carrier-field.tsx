import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import classes from './carrier-field.module.css';

/** Delay between typing and the request, in milliseconds. */
const WAIT_MS = 250;

interface Props {
  label: string;
  /** Tracking number to identify the carrier by. */
  number: string;
  value: string;
  onChange(carrier: string): void;
  error?: ReactNode;
}

/** A carrier's name: filled in when the number shows it, with the candidates when several are possible. */
export function CarrierField({ label, number, value, onChange, error }: Props) {
  const { t } = useTranslation('tracking');
  const [rested] = useDebouncedValue(number.trim(), WAIT_MS);
  // A name that a person typed is never replaced.
  const filled = useRef('');
  const { data } = useQuery({
    queryKey: ['carriers', rested],
    queryFn: ({ signal }) => api('GET /orders/v5/carriers', { query: { number: rested }, signal, quiet: true }),
    enabled: rested !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const carrier = rested === '' ? '' : (data?.carrier ?? '');
  useEffect(() => {
    if (value !== filled.current || carrier === filled.current) return;
    filled.current = carrier;
    onChange(carrier);
  }, [carrier, value, onChange]);
  const others = data?.candidates.filter((name) => name !== value) ?? [];
  return (
    <div>
      <TextInput
        label={label}
        value={value}
        maxLength={80}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
      {carrier === '' && rested !== '' && others.length > 0 ? (
        <div className={classes.candidates}>
          <span>{t('carrierField.candidates')}</span>
          {others.map((name) => (
            <Button key={name} size="compact-xs" variant="default" onClick={() => onChange(name)}>
              {name}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
