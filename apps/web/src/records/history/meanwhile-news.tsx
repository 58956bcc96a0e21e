import type { HistoryEntity } from '@darkroom/contract/history';
import { Alert } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../lib/toast.ts';
import { Entry } from './history-entry.tsx';
import css from './record-history.module.css';
import type { Meanwhile } from './use-meanwhile.ts';

/** What of a drawer stands above what scrolls, in pixels. */
const HEADER = 48;

interface MeanwhileNewsProps {
  entity: HistoryEntity;
  news: Meanwhile;
  /** Beside both versions it says only who saved, and when. */
  brief: boolean;
}

/** What others did to the record of an open form: who, when, each field before → after, and what that means for saving. */
export function MeanwhileNews({ entity, news, brief }: MeanwhileNewsProps) {
  const { t } = useTranslation('record');
  const toast = useToast();
  const place = useRef<HTMLDivElement>(null);
  const { entries, state } = news;
  // Whoever has scrolled on to other fields has it out of sight: to them it is said as well.
  const tell = useEffectEvent(() => {
    if ((place.current?.getBoundingClientRect().bottom ?? Infinity) < HEADER) toast.info(t(`meanwhile.${state}`));
  });
  const newest = entries[0]?.id;
  useEffect(() => {
    tell();
  }, [newest, state]);
  const list = entries.length > 0 && (
    <ol className={css.news}>
      {entries.map((entry) => (
        <Entry key={entry.id} entity={entity} entry={entry} brief={brief || state === 'deleted'} />
      ))}
    </ol>
  );
  if (brief) return list;
  return (
    <div ref={place} className={css.meanwhile}>
      <Alert
        type="warning"
        role="status"
        title={t(`meanwhile.${state}`)}
        description={
          <>
            {list}
            <p className={css.hint}>{t(state === 'changed' ? 'meanwhile.saving' : 'meanwhile.lost')}</p>
          </>
        }
      />
    </div>
  );
}
