/* test_temporary.c - a program that a signal ends leaves no temporary file, whenever the signal comes and
   whichever thread gets it, and dies by that signal. */
#include "base/new_file.h"
#include "base/temporary.h"
#include "tests/support/place.h"
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char directory[PLACE_SIZE];

static void enter_directory(void) {
    make_folder(directory);
    ck_assert_int_eq(chdir(directory), 0);
}

/* Fails if there is any file but these two, which are complete. */
static void leave_directory(void) {
    DIR *entries = opendir(".");
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        bool ours = strcmp(entry->d_name, "one") == 0 || strcmp(entry->d_name, "other") == 0;
        ck_assert_msg(ours || entry->d_name[0] == '.', "%s is left", entry->d_name);
        unlink(entry->d_name);
    }
    closedir(entries);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(directory), 0);
}

static plumb_new_file begin(const char *path) {
    plumb_new_file file;
    plumb_error error;
    if (plumb_new_file_begin(path, &file, &error) != 0)
        _exit(100);
    fputs("new", file.stream);
    return file;
}

static void expect_death(pid_t child, int number) {
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == number, "status %d", status);
}

/* As a program starts: Check has handlers of its own, and nohup ignores SIGHUP. */
static void watch(void) {
    static const int others[] = {SIGINT, SIGTERM, SIGALRM, SIGHUP};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        signal(others[i], SIG_DFL);
    plumb_temporary_watch();
}

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ};

START_TEST(a_signal_removes_what_is_begun) {
    enter_directory();
    pid_t child = fork();
    if (child == 0) {
        plumb_error error;
        watch();
        plumb_new_file one = begin("one"), other = begin("other"), third = begin("third");
        plumb_new_file_commit(&one, &error);
        plumb_new_file_discard(&third);
        fflush(other.stream);
        raise(numbers[_i]);
        _exit(0);
    }
    expect_death(child, numbers[_i]);
    ck_assert_int_eq(access("one", F_OK), 0);
    ck_assert_int_ne(access("other", F_OK), 0);
    leave_directory();
}
END_TEST

START_TEST(a_signal_that_was_ignored_still_is) {
    enter_directory();
    pid_t child = fork();
    if (child == 0) {
        plumb_error error;
        signal(SIGINT, SIG_IGN);
        plumb_temporary_watch();
        plumb_new_file one = begin("one");
        raise(SIGINT);
        _exit(plumb_new_file_commit(&one, &error) == 0 ? 0 : 100);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ck_assert_int_eq(access("one", F_OK), 0);
    leave_directory();
}
END_TEST

/* A thread that gets the signals that the main one does not. */
static void *wait_for_ever(void *unused) {
    while (pause() != 0)
        ;
    return unused;
}

static void write_for_ever(void) {
    pthread_t thread;
    plumb_error error;
    watch();
    pthread_create(&thread, NULL, wait_for_ever, NULL);
    sigset_t all;
    sigfillset(&all);
    if (getpid() % 2 == 0) /* so that the other thread gets them, while this one goes on */
        pthread_sigmask(SIG_BLOCK, &all, NULL);
    for (;;) {
        plumb_new_file one = begin("one"), other = begin("other");
        plumb_new_file_commit(&one, &error);
        plumb_new_file_discard(&other);
    }
}

START_TEST(no_moment_is_wrong_for_a_signal) {
    enter_directory();
    for (int i = 0; i < 100; i++) {
        pid_t child = fork();
        if (child == 0)
            write_for_ever();
        const struct timespec some = {0, 1000000 + 37123L * i % 2000000};
        nanosleep(&some, NULL);
        while (access("one", F_OK) != 0) /* the handlers are there */
            nanosleep(&some, NULL);
        kill(child, SIGTERM);
        expect_death(child, SIGTERM);
        DIR *entries = opendir(".");
        int files = 0;
        for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
            files += entry->d_name[0] != '.';
        closedir(entries);
        ck_assert_int_eq(files, 1);
        unlink("one");
    }
    leave_directory();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("temporary files");
    TCase *tests = tcase_create("signals");
    tcase_set_timeout(tests, 30);
    tcase_add_loop_test(tests, a_signal_removes_what_is_begun, 0, 4);
    tcase_add_test(tests, a_signal_that_was_ignored_still_is);
    tcase_add_test(tests, no_moment_is_wrong_for_a_signal);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
