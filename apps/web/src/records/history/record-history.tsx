import { historyOf, type HistoryEntity } from '@darkroom/contract/history';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActor, useMay } from '../../lib/session/session.ts';
import { Once } from '../../ui/late/once.tsx';
import { lateOverlay } from '../../ui/late/late-part.tsx';

const HistoryDrawer = lateOverlay(() =>
  import('./history-drawer.tsx').then((part) => ({ default: part.HistoryDrawer })),
);

interface RecordHistoryProps {
  entity: HistoryEntity;
  /** The record's id, as its own calls have it. */
  id: number | string;
  /** What the record is called. */
  name: string;
}

/** "History": who changed what of a record. Not there for who may not read it. */
export function RecordHistory({ entity, id, name }: RecordHistoryProps) {
  const { t } = useTranslation('common');
  const may = useMay();
  const { user_id } = useActor();
  const [open, setOpen] = useState(false);
  const { access, own } = historyOf(entity);
  if (!may(access) && !(own && may(own) && String(id) === String(user_id))) return null;
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
      <Once when={open}>
        <HistoryDrawer open={open} entity={entity} id={id} name={name} onClose={() => setOpen(false)} />
      </Once>
    </span>
  );
}
