import type { ConnectorAbility } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { getConnectors } from '../../../lib/connectors.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './editor.module.css';

/** Names the platforms whose stores take a kind of field, where not all do. */
export function OnlyPlatforms({ ability }: { ability: ConnectorAbility }) {
  const { t } = useTranslation('products');
  const { list } = useFormats();
  const channels = getConnectors('channel');
  const takers = channels.filter(({ can }) => can.includes(ability));
  if (takers.length === channels.length) return null;
  const platforms = list(
    takers.map(({ label }) => label),
    'conjunction',
  );
  return <p className={classes.quiet}>{t('editor.onlyPlatforms', { platforms })}</p>;
}
