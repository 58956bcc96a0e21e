import { blindCheckEndpoints, type BlindCheck } from '@darkroom/contract/quality/blind-check';
import { useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useShortcuts } from '../../lib/keyboard.ts';
import { useToast } from '../../lib/toast.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { FaultForm, type FaultValues } from '../../entities/task/steps/fault-form.tsx';
import { Instructions, TaskHeading, Priority } from '../../entities/task/history/task-instructions.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { useLeaveGuard } from '../../ui/page/leave-guard.tsx';
import styles from './blind-check.module.css';

/** Blind checks, one after another: the instruction, then pass or fault. Earlier results are hidden (decision 134). */
export function BlindChecksTab() {
  const { t } = useTranslation('blindCheck');
  const { number } = useFormat();
  const toast = useToast();
  const myCheck = useQuery(query(blindCheckEndpoints.mine, {}));
  const take = useApiMutation(blindCheckEndpoints.take, {
    invalidates: ['blind_check'],
    onSuccess: ({ check }) => {
      if (!check) toast.info(t('blind.none'));
    },
  });
  const check = myCheck.data?.check;
  const waitingCount = myCheck.data?.waiting ?? 0;
  const start = () => take.mutate({});
  useShortcuts({ nextCheck: !check && waitingCount > 0 ? start : undefined });
  if (myCheck.isPending) return <SkeletonLines count={6} />;
  if (!myCheck.data) return <LoadErrorMessage error={myCheck.error} onRetry={() => void myCheck.refetch()} />;
  if (check) return <BlindCheckForm key={check.id} check={check} />;
  return (
    <section className={styles.startPanel} aria-label={t('tab.checks')}>
      <h2>
        {waitingCount > 0 ? t('blind.waiting', { count: waitingCount, n: number(waitingCount) }) : t('blind.none')}
      </h2>
      <p>{t('blind.hint')}</p>
      {waitingCount > 0 && (
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

function BlindCheckForm({ check }: { check: BlindCheck }) {
  const { t } = useTranslation(['blindCheck', 'task', 'field', 'errors']);
  const { number, dayTime } = useFormat();
  const toast = useToast();
  const [form] = Form.useForm<FaultValues>();
  const [isReportingFault, setIsReportingFault] = useState(false);
  const response = useApiMutation(blindCheckEndpoints.submit, {
    invalidates: ['blind_check', 'appeal'],
    onSuccess: () => toast.success(t('blind.thanks')),
    form,
  });
  const release = useApiMutation(blindCheckEndpoints.release, { invalidates: ['blind_check'] });
  const busy = response.isPending || release.isPending;
  const guard = useLeaveGuard({
    isTouched: () => isReportingFault && form.isFieldsTouched(),
    saving: busy,
    back: 'leaves',
  });
  const pass = () => response.mutate({ id: check.id, passed: true });
  useShortcuts({
    pass: !isReportingFault && !busy ? pass : undefined,
    fault: !isReportingFault && !busy ? () => setIsReportingFault(true) : undefined,
    release: !isReportingFault && !busy ? () => release.mutate({ id: check.id }) : undefined,
  });
  const counts = [
    { key: 'quantity', label: t('field:task.quantity'), value: check.quantity },
    ...(['x1', 'x2', 'x3'] as const).flatMap((x) =>
      check[x] > 0 ? [{ key: x, label: t(`field:${x}`), value: check[x] }] : [],
    ),
  ];
  return (
    <div className={styles.checkView}>
      {guard.dialog}
      <section className={styles.panel} aria-label={t('asked')}>
        <div className="cluster gap-4-12">
          <strong>{t('blind.title')}</strong>
          <Priority priority={check.job_priority} />
          <span className="muted">{t('blind.until', { at: dayTime(check.held_until) })}</span>
        </div>
        <TaskHeading row={check} />
        <Instructions row={{ ...check, rework_notes: null }} />
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
      <section className={styles.panel} aria-label={t('task:checkView.result')}>
        {isReportingFault ? (
          <FaultForm
            form={form}
            labels={{ note: t('blind.note'), noteRequired: t('blind.noteRequired'), report: t('blind.report') }}
            loading={busy}
            onReport={(fault) => response.mutate({ id: check.id, passed: false, ...fault })}
            onCancel={() => setIsReportingFault(false)}
          />
        ) : (
          <>
            <CallButton
              call={blindCheckEndpoints.submit}
              type="primary"
              size="large"
              block
              disabled={busy}
              onClick={pass}
            >
              {t('blind.pass')} <kbd className={styles.key}>P</kbd>
            </CallButton>
            <CallButton
              call={blindCheckEndpoints.submit}
              danger
              size="large"
              block
              disabled={busy}
              onClick={() => setIsReportingFault(true)}
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
