import { historyOf, type HistoryEntity } from '@darkroom/contract/history';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActor, useMay } from '../../lib/session/session.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const HistoryDrawer = lazyOverlay(() =>
  import('./history-drawer.tsx').then((part) => ({ default: part.HistoryDrawer })),
);

/** A record, as its history knows it. */
export interface Told {
  entity: HistoryEntity;
  /** The record's id, as its own calls have it. */
  id: number | string;
  /** What the record is called. */
  name: string;
}

/** Whether one reads the history of a record: whoever may read the record, and a person their own. */
export function useMayReadHistory({ entity, id }: Pick<Told, 'entity' | 'id'>): boolean {
  const may = useMay();
  const { user_id } = useActor();
  const { access, own } = historyOf(entity);
  return may(access) || (own !== undefined && may(own) && String(id) === String(user_id));
}

/** "History": who changed what of a record. Not there for who may not read it. */
export function RecordHistory({ entity, id, name }: Told) {
  const { t } = useTranslation('common');
  const may = useMayReadHistory({ entity, id });
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    // The drawer is rendered in a portal, but its events bubble through here: they are not meant for the row. Only Esc goes on, to what closes
    // drawers, which listens at the window.
    <span
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <Button
        type="text"
        size="small"
        aria-haspopup="dialog"
        aria-label={t('history.of', { name })}
        onClick={() => setOpen(true)}
      >
        {t('history.open')}
      </Button>
      {open && <HistoryDrawer open={open} entity={entity} id={id} name={name} onClose={() => setOpen(false)} />}
    </span>
  );
}
