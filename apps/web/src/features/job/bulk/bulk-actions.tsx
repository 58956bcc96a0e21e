import { jobEndpoints } from '@darkroom/contract/job/job';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import type { JobSummary } from '../list/job-selection.ts';
import type { BulkChangePanelProps } from './bulk-change-panel.tsx';
import type { BulkChange } from './use-bulk-jobs.ts';
import { BulkChangePanel } from './bulk-change-panel.tsx';

interface BulkActionsProps {
  jobs: readonly JobSummary[];
  pending: boolean;
  onChange: (change: BulkChange) => void;
}

export function BulkActions({ jobs, pending, onChange }: BulkActionsProps) {
  const { t } = useTranslation('job');
  const [open, setOpen] = useState<Pick<BulkChangePanelProps, 'what' | 'anchor'> | null>(null);
  if (jobs.length === 0) return null;
  const toggle = (what: BulkChangePanelProps['what']) => (event: { currentTarget: HTMLElement }) => {
    // A disabled button would lose the focus, so it stays enabled during a change.
    if (!pending) setOpen(open?.what === what ? null : { what, anchor: event.currentTarget });
  };
  return (
    <>
      <CallButton
        call={jobEndpoints.update}
        aria-haspopup="dialog"
        aria-expanded={open?.what === 'priority'}
        onClick={toggle('priority')}
      >
        {t('bulk.priority')}
      </CallButton>
      <CallButton
        call={jobEndpoints.update}
        aria-haspopup="dialog"
        aria-expanded={open?.what === 'date'}
        onClick={toggle('date')}
      >
        {t('bulk.date')}
      </CallButton>
      {open && (
        <BulkChangePanel
          key={open.what}
          {...open}
          jobs={jobs}
          onClose={() => setOpen(null)}
          onChange={(change) => {
            setOpen(null);
            open.anchor.focus();
            onChange(change);
          }}
        />
      )}
    </>
  );
}
