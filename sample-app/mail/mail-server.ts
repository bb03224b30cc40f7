import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { writeFileWhole } from '../common/write-file-whole.js';
import { mailboxFolder, SETTINGS, type Settings } from '../settings/settings.js';

/** A mail server on loopback that keeps what it receives as .eml files, so that the sample delivers real mails without an account anywhere. */
@Injectable()
export class MailServer implements OnModuleInit, OnApplicationShutdown {
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, answer) => void this.keep(stream).then(() => answer(), answer),
  });
  url = '';

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  async onModuleInit(): Promise<void> {
    const socket = this.server.listen(0, '127.0.0.1');
    await once(socket, 'listening');
    this.url = `smtp://127.0.0.1:${(socket.address() as AddressInfo).port}`;
  }

  /** In the last shutdown hook: handlers may send mails until then. */
  onApplicationShutdown(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  /** A mail that is delivered twice has the same Message-ID, and is kept once, as mail programs do. */
  private async keep(stream: SMTPServerDataStream): Promise<void> {
    const mail = await buffer(stream);
    const [, messageId = 'mail'] = /^Message-ID:\s*<([^>@]+)/im.exec(mail.toString('latin1')) ?? [];
    await writeFileWhole(join(mailboxFolder(this.settings), `${messageId.replace(/[^\w.-]/g, '_')}.eml`), mail);
  }
}
