import { getHistory, type HistoryEntity } from '@darkroom/contract/history';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActor, useCan } from '../../lib/session/session.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const HistoryDrawer = lazyOverlay(() =>
  import('./history-drawer.tsx').then((part) => ({ default: part.HistoryDrawer })),
);

export interface HistoryRecord {
  entity: HistoryEntity;
  /** The record's id, as in its own endpoints. */
  id: number | string;
  name: string;
}

/** True if the user can read the history: with permission for the record, or as the person that the record belongs to. */
export function useCanReadHistory({ entity, id }: Pick<HistoryRecord, 'entity' | 'id'>): boolean {
  const can = useCan();
  const { user_id } = useActor();
  const { access, own: ownAccess } = getHistory(entity);
  return can(access) || (ownAccess !== undefined && can(ownAccess) && String(id) === String(user_id));
}

/** "History" button: the record's changes with their people. Hidden without permission. */
export function RecordHistory({ entity, id, name }: HistoryRecord) {
  const { t } = useTranslation('common');
  const canRead = useCanReadHistory({ entity, id });
  const [isOpen, setIsOpen] = useState(false);
  if (!canRead) return null;
  return (
    // React events bubble from the drawer's portal to the row. Only Escape can pass, to the window listener that closes drawers.
    <span
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <Button
        type="text"
        size="small"
        aria-haspopup="dialog"
        aria-label={t('history.of', { name })}
        onClick={() => setIsOpen(true)}
      >
        {t('history.open')}
      </Button>
      {isOpen && <HistoryDrawer open={isOpen} entity={entity} id={id} name={name} onClose={() => setIsOpen(false)} />}
    </span>
  );
}
