import { Module } from '@nestjs/common';
import { MailServer } from './mail-server.js';
import { Mailer } from './mailer.js';

@Module({
  providers: [MailServer, Mailer],
  exports: [Mailer],
})
export class MailModule {}
