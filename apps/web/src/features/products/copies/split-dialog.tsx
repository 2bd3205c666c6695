import { Button, NativeSelect } from '@mantine/core';
import type { PlannedProduct, ProductDetail } from '@quayside/contracts';
import { SPLIT_DEFAULTS } from '@quayside/contracts/split.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonDetail } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { pictureAt } from '../picture-at.ts';
import { productDetail } from '../product-queries.ts';
import { choicesFor, splitOptions, toGroups } from './split-choice.ts';
import classes from './split-dialog.module.css';
import { type CopyTarget, previewSplit, type SplitChoice, useCopy } from './use-copy.ts';

interface Props {
  target: CopyTarget;
  open: boolean;
  onClose(): void;
}

const WIDTH = 720;
/** The choice of variants instead of an option, whose names aren't empty. */
const BY_HAND = '';

/** Splits a product by an option or into groups of variants, and shows the resulting products first. */
export default function SplitDialog({ target, open, onClose }: Props) {
  const { t } = useTranslation('products');
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({ ...productDetail(target.productId), enabled: open });
  return (
    <Dialog open={open} onClose={onClose} title={t('copy.title')} width={WIDTH} busy={busy}>
      {data ? (
        <SplitForm target={target} product={data} busy={busy} setBusy={setBusy} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonDetail />
      )}
    </Dialog>
  );
}

interface FormProps {
  target: CopyTarget;
  product: ProductDetail;
  busy: boolean;
  setBusy(busy: boolean): void;
  onClose(): void;
}

function SplitForm({ target, product, busy, setBusy, onClose }: FormProps) {
  const { t } = useTranslation('products');
  const { split } = useCopy();
  const options = useMemo(() => splitOptions(product), [product]);
  const [option, setOption] = useState(options[0] ?? BY_HAND);
  const [numbers, setNumbers] = useState<Readonly<Record<string, number>>>({});
  const inStores = product.push_state !== 'unpushed';
  const isGuess = target.list === 'unmapped';
  const [move, setMove] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [key] = useState(() => crypto.randomUUID());
  const groups = useMemo(() => toGroups(product.variants, numbers), [product.variants, numbers]);
  const isComplete = option !== BY_HAND || groups.length > 1;
  const moves = !isGuess && (move || !inStores);
  const choice: SplitChoice = {
    ...(option === BY_HAND ? { groups } : { option }),
    ...(isGuess ? {} : { move_variants: moves }),
  };
  const preview = useQuery({
    queryKey: queryKeys.detail('products', product.id, `split ${target.list} ${JSON.stringify(choice)}`),
    queryFn: () => previewSplit(target, choice),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const planned = isComplete && !preview.error ? preview.data : undefined;

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    const problem = await split(target, choice, key);
    setBusy(false);
    if (problem) setFailure(problem);
    else onClose();
  }

  return (
    <div className={classes.body}>
      <p className={classes.name}>
        <bdi>{product.title}</bdi>
      </p>
      <NativeSelect
        label={t('copy.by')}
        value={option}
        onChange={(event) => setOption(event.currentTarget.value)}
        data={[...options.map((name) => ({ value: name, label: name })), { value: BY_HAND, label: t('copy.byHand') }]}
      />
      {option === BY_HAND ? (
        <VariantGroups
          product={product}
          numbers={numbers}
          onChange={(id, number) => setNumbers((now) => ({ ...now, [id]: number }))}
        />
      ) : null}
      {inStores && !isGuess ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
        <label className={classes.move}>
          <Checkbox
            aria-label={t('copy.move')}
            checked={move}
            onChange={(event) => setMove(event.currentTarget.checked)}
          />
          <span>{t('copy.move')}</span>
        </label>
      ) : null}
      <div className={classes.result}>
        <h3 className={classes.head}>{t('copy.result')}</h3>
        {isComplete ? null : <p className={classes.note}>{t('copy.choose')}</p>}
        {planned ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by the keyboard
          <section className={classes.list} aria-label={t('copy.result')} tabIndex={0}>
            <ul>
              {planned.map((one) => (
                <Planned key={`${one.is_original} ${one.title}`} planned={one} />
              ))}
            </ul>
          </section>
        ) : null}
        {planned && !moves ? <p className={classes.note}>{t('copy.stays')}</p> : null}
        {planned && inStores && !isGuess ? <p className={classes.note}>{t('copy.moveNote')}</p> : null}
        <Failure text={failure ?? (isComplete && preview.error ? errorText(preview.error) : undefined)} />
      </div>
      <div className={classes.foot}>
        <Button variant="subtle" disabled={busy} onClick={onClose}>
          {t('copy.cancel')}
        </Button>
        <Button loading={busy} disabled={!planned || preview.isPlaceholderData} onClick={() => void confirm()}>
          {planned ? t('copy.verb', { count: planned.length }) : t('copy.split')}
        </Button>
      </div>
    </div>
  );
}

function Planned({ planned }: { planned: PlannedProduct }) {
  const { t } = useTranslation('products');
  return (
    <li className={classes.planned}>
      <ProductPicture src={pictureAt(planned.image, 40)} alt="" size={40} />
      <span className={classes.words}>
        <span className={classes.title}>
          <bdi>{planned.title}</bdi>
        </span>
        <span className={classes.note}>
          {[t('variants', { count: planned.variants }), ...planned.options].join(' · ')}
        </span>
      </span>
      <span className={classes.mark} data-new={planned.is_original ? undefined : true}>
        {t(planned.is_original ? 'copy.original' : 'copy.new')}
      </span>
    </li>
  );
}

interface GroupProps {
  product: ProductDetail;
  numbers: Readonly<Record<string, number>>;
  onChange(variantId: string, number: number): void;
}

/** The variants of a product, each with the product that it goes to. */
function VariantGroups({ product, numbers, onChange }: GroupProps) {
  const { t } = useTranslation('products');
  const { number: format } = useFormats();
  const count = choicesFor(numbers, SPLIT_DEFAULTS.max_create_products);
  const data = Array.from({ length: count }, (_, at) => ({
    value: String(at + 1),
    label: at === 0 ? t('copy.original') : t('copy.group', { number: format(at + 1) }),
  }));
  return (
    <ul className={classes.variants} aria-label={t('copy.variants')}>
      {product.variants.map((variant) => {
        const name = variant.option_values.join(' / ') || variant.sku;
        return (
          <li key={variant.variant_id} className={classes.variant}>
            <ProductPicture src={pictureAt(variant.image_url, 40)} alt="" size={32} />
            <bdi className={classes.title}>{name}</bdi>
            <NativeSelect
              size="xs"
              aria-label={t('copy.groupOf', { name })}
              value={String(numbers[variant.variant_id] ?? 1)}
              onChange={(event) => onChange(variant.variant_id, Number(event.currentTarget.value))}
              data={data}
            />
          </li>
        );
      })}
    </ul>
  );
}
