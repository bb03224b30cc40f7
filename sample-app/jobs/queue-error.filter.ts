import { Catch, HttpStatus, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { QueueError } from 'nestjs-typeorm-queue';

const STATUS: Readonly<Record<string, HttpStatus>> = {
  INPUT_INVALID: HttpStatus.BAD_REQUEST,
  PAYLOAD_TOO_LARGE: HttpStatus.BAD_REQUEST,
  IDEMPOTENCY_CONFLICT: HttpStatus.CONFLICT,
  QUEUE_FULL: HttpStatus.SERVICE_UNAVAILABLE,
  DATABASE_UNAVAILABLE: HttpStatus.SERVICE_UNAVAILABLE,
};
const RETRY_AFTER_SECONDS = '5';

/** Answers what the queue refused by the error's stable code. */
@Catch(QueueError)
export class QueueErrorFilter implements ExceptionFilter<QueueError> {
  private readonly logger = new Logger(QueueErrorFilter.name);

  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(error: QueueError, host: ArgumentsHost): void {
    const { httpAdapter } = this.adapterHost;
    const response: unknown = host.switchToHttp().getResponse();
    const statusCode = STATUS[error.code] ?? HttpStatus.INTERNAL_SERVER_ERROR;
    if (statusCode >= HttpStatus.INTERNAL_SERVER_ERROR) this.logger.error(error);
    if (statusCode === HttpStatus.SERVICE_UNAVAILABLE) httpAdapter.setHeader(response, 'Retry-After', RETRY_AFTER_SECONDS);
    httpAdapter.reply(response, { statusCode, code: error.code, message: error.message }, statusCode);
  }
}
