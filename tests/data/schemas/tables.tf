# Keys of several attributes (key_schema) need version 6.29 of the AWS provider.
resource "aws_dynamodb_table" "my_table_v2" {
  name           = "my-table.v2"
  billing_mode   = "PROVISIONED"
  read_capacity  = 10
  write_capacity = 5
  hash_key       = "p\"k"
  range_key      = "$${sk}"

  attribute {
    name = "p\"k"
    type = "S"
  }

  attribute {
    name = "$${sk}"
    type = "N"
  }

  attribute {
    name = "it's"
    type = "B"
  }

  attribute {
    name = "a\u000ab"
    type = "S"
  }

  attribute {
    name = "%%{if}"
    type = "S"
  }

  local_secondary_index {
    name            = "ByTime"
    range_key       = "it's"
    projection_type = "KEYS_ONLY"
  }

  global_secondary_index {
    name            = "One"
    hash_key        = "a\u000ab"
    projection_type = "ALL"
    read_capacity   = 3
    write_capacity  = 2
  }

  global_secondary_index {
    name               = "Several"
    projection_type    = "INCLUDE"
    non_key_attributes = ["na\\me", "no"]
    read_capacity      = 1
    write_capacity     = 1

    key_schema {
      attribute_name = "a\u000ab"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "%%{if}"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "$${sk}"
      key_type       = "RANGE"
    }
  }
}

resource "aws_dynamodb_table" "table_1st" {
  name         = "1st"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }
}
