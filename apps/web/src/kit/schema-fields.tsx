import { Button, NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type FormValues,
  fieldKind,
  type JsonSchema,
  plainSchema,
  sentValues,
  startValues,
  withValue,
} from '../lib/json-schema.ts';
import { useForm } from '../lib/use-form.ts';
import { Failure } from './failure.tsx';
import classes from './schema-form.module.css';

export interface SchemaFormProps {
  /** An object schema, from /api/openapi.json or built from a list of fields. `title` and `description` are shown. */
  schema: JsonSchema;
  values?: FormValues;
  /** Label of the button. */
  submitLabel: string;
  /** Sends the values; a thrown ApiError is shown beside the fields it names. */
  onSubmit(values: FormValues): Promise<unknown>;
  onCancel?(): void;
  /** Between the fields and the buttons. */
  children?: React.ReactNode;
}

interface FieldProps {
  path: readonly string[];
  schema: JsonSchema;
  required: boolean;
  value: unknown;
  error(name: string): string | undefined;
  onChange(path: readonly string[], value: unknown): void;
}

function Field({ path, schema, required, value, error, onChange }: FieldProps) {
  const { t } = useTranslation('common');
  const name = path.join('.');
  const label = schema.title ?? path.at(-1) ?? '';
  const set = (next: unknown) => onChange(path, next);
  const common = {
    name,
    label,
    description: schema.description,
    required,
    withAsterisk: false,
    error: error(name),
    placeholder: schema['x-placeholder'],
  };
  const text = typeof value === 'string' ? value : '';
  switch (fieldKind(schema)) {
    case 'group':
      return (
        <fieldset className={classes.group}>
          <legend>{label}</legend>
          <Fields path={path} schema={schema} values={(value as FormValues) ?? {}} error={error} onChange={onChange} />
        </fieldset>
      );
    case 'flag':
      return (
        <Switch
          name={name}
          label={label}
          description={schema.description}
          error={common.error}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'choice': {
      const labels = schema['x-labels'];
      const data = (schema.enum ?? [])
        .filter((one) => one !== null)
        .map((one) => ({ value: String(one), label: labels?.[String(one)] ?? String(one) }));
      return (
        <Select
          {...common}
          data={data}
          value={value === undefined ? null : String(value)}
          onChange={set}
          allowDeselect={!required}
        />
      );
    }
    case 'number':
    case 'whole':
      return (
        <NumberInput
          {...common}
          min={schema.minimum}
          max={schema.maximum}
          allowDecimal={fieldKind(schema) === 'number'}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => set(next === '' ? undefined : Number(next))}
        />
      );
    case 'list':
      return <TagsInput {...common} value={Array.isArray(value) ? value.map(String) : []} onChange={set} />;
    case 'secret':
      return (
        <PasswordInput
          {...common}
          autoComplete="off"
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': t('showSecret'), tabIndex: 0 }}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'long':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    default: {
      const kind = fieldKind(schema);
      return (
        <TextInput
          {...common}
          type={kind === 'email' || kind === 'url' || kind === 'date' ? kind : 'text'}
          maxLength={schema.maxLength}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    }
  }
}

interface FieldsProps {
  path: readonly string[];
  schema: JsonSchema;
  values: FormValues;
  error(name: string): string | undefined;
  onChange(path: readonly string[], value: unknown): void;
}

function Fields({ path, schema, values, error, onChange }: FieldsProps) {
  return Object.entries(schema.properties ?? {}).map(([name, raw]) => (
    <Field
      key={name}
      path={[...path, name]}
      schema={plainSchema(raw)}
      required={schema.required?.includes(name) ?? false}
      value={values[name]}
      error={error}
      onChange={onChange}
    />
  ));
}

/** The form itself, loaded by SchemaForm when first shown. */
export default function SchemaFields({
  schema,
  values: given,
  submitLabel,
  onSubmit,
  onCancel,
  children,
}: SchemaFormProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const [values, setValues] = useState(() => startValues(schema, given));
  const form = useForm(() => onSubmit(sentValues(schema, values)));

  return (
    <form id={id} className={classes.form} noValidate onSubmit={form.submit}>
      <Fields
        path={[]}
        schema={schema}
        values={values}
        error={form.error}
        onChange={(path, value) => {
          setValues((now) => withValue(now, path, value));
          form.dropError(path.join('.'));
        }}
      />
      {children}
      <Failure text={form.failure} details={form.failureDetails} />
      <div className={classes.buttons}>
        {onCancel ? (
          <Button variant="subtle" onClick={onCancel}>
            {t('cancel')}
          </Button>
        ) : null}
        <Button type="submit" loading={form.busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
