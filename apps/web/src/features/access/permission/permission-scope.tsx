import type { Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints } from '@darkroom/contract/endpoints';
import type { Access } from '@darkroom/domain/permission/access';
import { TASK_ACTIONS, TRANSITIONS, type Entitlement } from '@darkroom/domain/task/transitions';
import { use, useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import css from './permission-scope.module.css';
import { ScreensContext } from '../../../lib/session/screens-context.ts';

const requiresCode = (access: Access, code: string): boolean =>
  (access.kind === 'any' || access.kind === 'all') && access.codes.some((item) => item === code);

/** Returns the codes that are required in addition to this code. Empty if any one of the codes is enough. */
const otherRequiredCodes = (access: Access, code: string): readonly string[] =>
  access.kind === 'all' ? access.codes.filter((item) => item !== code) : [];

const isGrantedBy = (code: string) => (entitlement: Entitlement) =>
  entitlement.code === code ||
  (entitlement.as === 'stream_editor_for_self' && code.startsWith('npn_editor_')) ||
  (entitlement.as === 'stream_qc' && code.startsWith('npn_qc_'));

/**
 * Screens, endpoints and task transitions that a permission allows, from the tables that check it. The file imports the whole contract, so
 * it is loaded on first use.
 */
export default function PermissionScope({ code, builtIn }: { code: string; builtIn: boolean }) {
  const { t } = useTranslation(['group', 'menu', 'status']);
  const screens = use(ScreensContext);
  const scope = useMemo(
    () => ({
      screens: screens.filter(({ access }) => requiresCode(access, code)),
      calls: allEndpoints.filter(({ access }) => requiresCode(access, code)),
      steps: TASK_ACTIONS.filter((action) => TRANSITIONS[action].who.some(isGrantedBy(code))),
    }),
    [screens, code],
  );
  if (!builtIn) return <p className="ink-muted">{t('opens.own')}</p>;
  return (
    <dl className={css.scopeList}>
      <dt>{t('opens.screens')}</dt>
      <dd>
        {scope.screens.length === 0 && <span className="muted">{t('opens.noScreens')}</span>}
        <ul>
          {scope.screens.map(({ path, label, area, access }) => (
            <li key={path}>
              {area === 'home' ? t('menu:home') : `${t(`menu:areas.${area}`)} › ${t(`menu:${label}`)}`}{' '}
              <code>{path}</code>
              <AlsoRequired codes={otherRequiredCodes(access, code)} />
            </li>
          ))}
        </ul>
      </dd>
      <dt>{t('opens.calls')}</dt>
      <dd>
        {scope.calls.length === 0 && <span className="muted">{t('opens.noCalls')}</span>}
        <ul>
          {scope.calls.map((call) => (
            <Call key={call.name} call={call} code={code} />
          ))}
        </ul>
      </dd>
      {scope.steps.length > 0 && (
        <>
          <dt>{t('opens.steps')}</dt>
          <dd>{scope.steps.map((action) => t(`status:action.${action}`)).join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

function Call({ call, code }: { call: Endpoint; code: string }) {
  return (
    <li>
      {/* The summaries in the contract exist only in English. */}
      <span lang="en">{call.summary}</span> <code>{call.path}</code>
      <AlsoRequired codes={otherRequiredCodes(call.access, code)} />
    </li>
  );
}

function AlsoRequired({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('group');
  return codes.length > 0 ? <span className="muted"> {t('opens.together', { codes: codes.join(', ') })}</span> : null;
}
