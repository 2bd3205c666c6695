import { Button, Group } from '@mantine/core';
import type { Collection } from '@quayside/contracts';
import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { useAccount } from '../../../lib/use-account.ts';

interface Props {
  isFiltered: boolean;
  /** A supplier could not be asked, which is said above. */
  isAway: boolean;
  /** A supplier is being asked, or a catalogue is being read for the first time. */
  isReading: boolean;
  collection: Collection | undefined;
  onReset(): void;
}

/** The empty state of the product list. */
export function FindEmpty(props: Props) {
  const { t } = useTranslation(['sourcing', 'common']);
  const isOperator = useAccount().account?.is_operator ?? false;
  const words = useWords(props, isOperator);
  return (
    <EmptyState
      picture={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
      {...words}
      action={
        props.isFiltered ? (
          <Button variant="default" onClick={props.onReset}>
            {t('common:filter.clear')}
          </Button>
        ) : props.collection ? (
          <LinkButton to="/app/find-product" variant="default">
            {t('collection.browse')}
          </LinkButton>
        ) : props.isAway || props.isReading ? undefined : (
          <Group gap="xs" justify="center">
            {isOperator ? <LinkButton to="/app/warehouse/catalog">{t('empty.toCatalog')}</LinkButton> : null}
            <LinkButton to="/app/channel" variant="default">
              {t('empty.toChannels')}
            </LinkButton>
          </Group>
        )
      }
    />
  );
}

/** Why there is nothing: a supplier that did not answer is no reason to say that there is no such thing. */
function useWords({ isAway, isFiltered, isReading, collection }: Props, isOperator: boolean) {
  const { t } = useTranslation('sourcing');
  if (isAway) return { title: t('empty.away'), text: t('empty.awayText') };
  if (isFiltered) return { title: t('empty.noMatch'), text: t('empty.noMatchText') };
  if (collection) return { title: t('collection.empty'), text: t('collection.emptyText') };
  if (isReading) return { title: t('empty.title'), text: t('empty.text') };
  return { title: t('empty.title'), text: isOperator ? t('empty.operatorText') : t('empty.ownText') };
}
