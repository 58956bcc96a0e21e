import { blindCheckEndpoints, type BlindCheck } from '@darkroom/contract/quality/blind-check';
import { useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, useApiMutation } from '../../lib/call/query.ts';
import { useShortcuts } from '../../lib/keyboard.ts';
import { useToast } from '../../lib/toast.ts';
import { useFormat } from '../../lib/words/format.ts';
import { FaultForm, type FaultValues } from '../../entities/task/steps/fault-form.tsx';
import { Brief, BriefHead, Priority } from '../../entities/task/story/task-brief.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { CouldNotLoad, Lines } from '../../ui/data-table/data-table-states.tsx';
import { useLeaveGuard } from '../../ui/page/leave-guard.tsx';
import styles from './blind-check.module.css';

/** Blind checks, one after another: the instruction, then pass or fault. Earlier results are hidden (decision 134). */
export function BlindTab() {
  const { t } = useTranslation('blindCheck');
  const { number } = useFormat();
  const toast = useToast();
  const mine = useQuery(query(blindCheckEndpoints.mine, {}));
  const take = useApiMutation(blindCheckEndpoints.take, {
    invalidates: ['blind_check'],
    onSuccess: ({ check }) => {
      if (!check) toast.info(t('blind.none'));
    },
  });
  const check = mine.data?.check;
  const waiting = mine.data?.waiting ?? 0;
  const start = () => take.mutate({});
  useShortcuts({ next_check: !check && waiting > 0 ? start : undefined });
  if (mine.isPending) return <Lines count={6} />;
  if (!mine.data) return <CouldNotLoad error={mine.error} onRetry={() => void mine.refetch()} />;
  if (check) return <Checked key={check.id} check={check} />;
  return (
    <section className={styles.between} aria-label={t('tab.checks')}>
      <h2>{waiting > 0 ? t('blind.waiting', { count: waiting, n: number(waiting) }) : t('blind.none')}</h2>
      <p>{t('blind.hint')}</p>
      {waiting > 0 && (
        <CallButton
          call={blindCheckEndpoints.take}
          type="primary"
          size="large"
          loading={take.isPending}
          onClick={start}
        >
          {t('blind.start')}
        </CallButton>
      )}
    </section>
  );
}

function Checked({ check }: { check: BlindCheck }) {
  const { t } = useTranslation(['blindCheck', 'task', 'field', 'errors']);
  const { number, dayTime } = useFormat();
  const toast = useToast();
  const [form] = Form.useForm<FaultValues>();
  const [faulting, setFaulting] = useState(false);
  const answer = useApiMutation(blindCheckEndpoints.answer, {
    invalidates: ['blind_check', 'appeal'],
    onSuccess: () => toast.success(t('blind.thanks')),
    form,
  });
  const release = useApiMutation(blindCheckEndpoints.release, { invalidates: ['blind_check'] });
  const busy = answer.isPending || release.isPending;
  const guard = useLeaveGuard({ isTouched: () => faulting && form.isFieldsTouched(), saving: busy, back: 'leaves' });
  const pass = () => answer.mutate({ id: check.id, passed: true });
  useShortcuts({
    pass: !faulting && !busy ? pass : undefined,
    fault: !faulting && !busy ? () => setFaulting(true) : undefined,
    release: !faulting && !busy ? () => release.mutate({ id: check.id }) : undefined,
  });
  const counts = [
    { key: 'quantity', label: t('field:task.quantity'), value: check.quantity },
    ...(['x1', 'x2', 'x3'] as const).flatMap((x) =>
      check[x] > 0 ? [{ key: x, label: t(`field:${x}`), value: check[x] }] : [],
    ),
  ];
  return (
    <div className={styles.cockpit}>
      {guard.dialog}
      <section className={styles.panel} aria-label={t('asked')}>
        <div className="cluster gap-4-12">
          <strong>{t('blind.title')}</strong>
          <Priority of={check.job_priority} />
          <span className="muted">{t('blind.until', { at: dayTime(check.held_until) })}</span>
        </div>
        <BriefHead row={check} />
        <Brief row={{ ...check, rework_notes: null }} />
        <dl className={styles.facts}>
          {counts.map(({ key, label, value }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{number(value)}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">{t('blind.hint')}</p>
      </section>
      <section className={styles.panel} aria-label={t('task:cockpit.verdict')}>
        {faulting ? (
          <FaultForm
            form={form}
            words={{ note: t('blind.note'), noteRequired: t('blind.noteRequired'), report: t('blind.report') }}
            loading={busy}
            onReport={(fault) => answer.mutate({ id: check.id, passed: false, ...fault })}
            onLeave={() => setFaulting(false)}
          />
        ) : (
          <>
            <CallButton
              call={blindCheckEndpoints.answer}
              type="primary"
              size="large"
              block
              disabled={busy}
              onClick={pass}
            >
              {t('blind.pass')} <kbd className={styles.key}>P</kbd>
            </CallButton>
            <CallButton
              call={blindCheckEndpoints.answer}
              danger
              size="large"
              block
              disabled={busy}
              onClick={() => setFaulting(true)}
            >
              {t('blind.fault')} <kbd className={styles.key}>F</kbd>
            </CallButton>
            <Button type="text" block disabled={busy} onClick={() => release.mutate({ id: check.id })}>
              {t('blind.release')} <kbd className={styles.key}>R</kbd>
            </Button>
          </>
        )}
      </section>
    </div>
  );
}
