import type { ErrorCode, FieldErrorCode } from '@darkroom/contract/errors';
import { DatabaseError } from 'pg';
import { fail, type Failure } from './fail.ts';

interface ConstraintMeaning {
  field: string;
  /** Code of the whole response, if the record has its own code. */
  code?: ErrorCode;
}

/** Error of each unique constraint (code rule 9). Other constraints have the error `exists`. */
const UNIQUE: Record<string, ConstraintMeaning> = {
  permission_codename_key: { field: 'codename', code: 'codename_exists' },
  staff_group_name_key: { field: 'group_name', code: 'group_name_exists' },
  user_account_username_key: { field: 'username', code: 'username_exists' },
  staff_staff_id_key: { field: 'staff_id' },
  team_name_key: { field: 'team_name' },
  service_type_name_key: { field: 'name' },
  service_cat1_name_key: { field: 'name' },
  service_cat2_name_key: { field: 'name' },
  cus0_name_key: { field: 'cus0_name', code: 'cus0_exists' },
  cus1_name_key: { field: 'cus1_name', code: 'cus_pair_exists' },
  cus2_name_key: { field: 'cus2_names' },
  customer_account_cus0_key: { field: 'new_cus_username' },
  customer_account_cus1_key: { field: 'new_cus_username' },
  customer_price_key: { field: 'service_cat2_id' },
  job_prod_id_key: { field: 'prod_id', code: 'prod_id_exists' },
  job_prod_id_any_case: { field: 'prod_id', code: 'prod_id_exists' },
  daily_allowance_key: { field: 'date' },
  monthly_allowance_key: { field: 'month' },
  metadata_key: { field: 'key' },
  webhook_name_key: { field: 'name' },
  user_account_mail_token_key: { field: 'token' },
  account_link_token_key: { field: 'token' },
  user_factor_credential_key: { field: 'answer' },
  api_token_name_key: { field: 'name' },
};

/** Field of each foreign key whose record is missing. */
const REFERENCE: Record<string, string> = {
  staff_group_fk: 'group_id',
  team_leader_fk: 'leader_id',
  team_member_staff_fk: 'members',
  team_member_team_fk: 'teams',
  group_permission_permission_fk: 'permissions',
  service_cat1_type_fk: 'service_type_id',
  service_cat2_cat1_fk: 'cat1_id',
  cus1_cus0_fk: 'cus_id0',
  cus2_cus1_fk: 'cus_id1',
  customer_price_cus1_fk: 'cus_id1',
  customer_price_cat2_fk: 'service_cat2_id',
  job_cus2_fk: 'customer2_id',
  job_detail_job_fk: 'job_id',
  job_detail_category_fk: 'service_cat2_id',
  task_detail_fk: 'job_detail_id',
  task_editor_fk: 'editor',
  task_first_qc_fk: 'first_qc',
  task_second_qc_fk: 'second_qc',
  task_supporter_user_fk: 'user_id',
  customer_request_job_fk: 'job_id',
  customer_request_service_type_fk: 'service_type_id',
  daily_allowance_staff_fk: 'staff_id',
  monthly_allowance_staff_fk: 'staff_id',
  allowance_accepted_staff_fk: 'staff_id',
  webhook_cus1_fk: 'cus_id1',
  leave_member_fk: 'member_id',
};

/** Error codes of the check and exclusion constraints that a caller can break. */
const CHECK: Record<string, ErrorCode> = {
  task_four_eyes: 'four_eyes',
  task_four_eyes_2: 'four_eyes',
  task_two_checkers: 'four_eyes',
  task_recheck_eyes: 'four_eyes',
  leave_no_overlap: 'leave_overlaps',
};

const createFieldError = (field: string, code: FieldErrorCode) => ({ errors: [{ field, code }] });

/** Returns the failure of a broken constraint. Returns null for other database errors. */
export function toConstraintFailure(error: unknown): Failure | null {
  if (!(error instanceof DatabaseError)) return null;
  const name = error.constraint ?? '';
  switch (error.code) {
    case '23505': {
      const meaning = UNIQUE[name];
      return fail(meaning?.code ?? 'exists', meaning ? createFieldError(meaning.field, 'exists') : {});
    }
    case '23001':
      return fail('in_use');
    case '23503': {
      const field = REFERENCE[name];
      const missing = field !== undefined && !/still referenced/.test(error.detail ?? '');
      return missing ? fail('validation', createFieldError(field, 'unknown')) : fail('in_use');
    }
    case '23P01':
    case '23514': {
      const code = CHECK[name];
      return code ? fail(code) : fail('validation');
    }
    default:
      return null;
  }
}

/** All constraint names of this file, for the test against the database. */
export const KNOWN_CONSTRAINTS: readonly string[] = [UNIQUE, REFERENCE, CHECK].flatMap(Object.keys);
