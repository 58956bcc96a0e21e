import { portalRequestEndpoints } from '@darkroom/contract/portal-request';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../lib/call/query.ts';
import { keepDraft, keptDraft } from '../../../lib/kept-draft.ts';
import { useStop } from '../../../lib/session/locks.ts';
import { useActor, useMay } from '../../../lib/session/session.ts';
import fields from '../../../ui/record-form/fields.module.css';
import styles from './conversation.module.css';

const LONGEST = 2000;

/** Where one writes to the bureau; what is written stays until it is sent, through a reload and a lost connection. */
export function AnswerBox({ id }: { id: number }) {
  const { t } = useTranslation('portal');
  const { user_id } = useActor();
  const may = useMay();
  const stopped = useStop()(portalRequestEndpoints.answer);
  const draft = `answer.${id}`;
  const [text, setText] = useState(() => keptDraft<{ text: string }>(user_id, draft)?.text ?? '');
  const write = (next: string) => {
    setText(next);
    keepDraft(user_id, draft, next ? { text: next } : null);
  };
  const answer = useApiMutation(portalRequestEndpoints.answer, {
    invalidates: ['portal_request'],
    onSuccess: () => write(''),
  });
  if (!may(portalRequestEndpoints.answer.access)) return null;
  const send = () => {
    if (text.trim()) answer.mutate({ id, text: text.trim() });
  };
  return (
    <form
      className={styles.answer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Input.TextArea
        aria-label={t('request.answer.label')}
        placeholder={t('request.answer.label')}
        value={text}
        maxLength={LONGEST}
        rows={2}
        className={fields.growing}
        readOnly={answer.isPending}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <Button
        type="primary"
        htmlType="submit"
        loading={answer.isPending}
        disabled={text.trim() === '' || stopped !== null}
        title={stopped ?? undefined}
      >
        {t('request.answer.send')}
      </Button>
    </form>
  );
}
